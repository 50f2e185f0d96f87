#include "baselines/ranking.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace drfs {

Selection most_important(const std::vector<double>& importance, int budget) {
  std::vector<std::size_t> order(importance.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return importance[i]; });
  Selection selection;
  for (std::size_t i = 0; i < static_cast<std::size_t>(budget); ++i)
    selection.selected.push_back({order[i]});
  return selection;
}

}  // namespace drfs
