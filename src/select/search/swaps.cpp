#include "select/search/swaps.hpp"

#include <algorithm>

namespace drfs {
namespace {

std::vector<std::size_t> others(const std::vector<std::size_t>& ranked, std::size_t feature) {
  std::vector<std::size_t> out = ranked;
  std::erase(out, feature);
  return out;
}

}  // namespace

std::vector<FeatureSet> swaps(const FeatureSet& set, std::size_t drop,
                              const std::vector<std::size_t>& drops, const Candidates& candidates,
                              const Constraints& constraints) {
  const auto rest = constraints.remove(set, drop);
  if (!rest) return {};
  const auto fillers = others(candidates.ranked, drop);
  std::vector<FeatureSet> out;
  for (std::size_t add : candidates.pool) {
    if (contains(set, add) || !constraints.fill({add}, {})) continue;
    std::optional<FeatureSet> smaller = rest;
    for (std::size_t i = 0; smaller;) {
      if (auto next = constraints.fill(with(*smaller, add), fillers)) {
        if (*next != set) out.push_back(std::move(*next));
        break;
      }
      while (i < drops.size() && !contains(*smaller, drops[i])) ++i;
      if (i == drops.size()) break;
      smaller = constraints.remove(*smaller, drops[i]);
    }
  }
  return out;
}

}  // namespace drfs
