// Features in the order of a score; ties by the order of the features, which is that of their
// names.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace drfs {

using Ranking = std::vector<std::size_t>;  ///< features, best first

template <class Order>
Ranking rank_by(const std::vector<double>& score, Order order) {
  Ranking out(score.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::ranges::stable_sort(out, order, [&](std::size_t feature) { return score[feature]; });
  return out;
}

inline Ranking least_first(const std::vector<double>& score) {
  return rank_by(score, std::less{});
}

inline Ranking largest_first(const std::vector<double>& score) {
  return rank_by(score, std::greater{});
}

}  // namespace drfs
