#include "select/rules/costs.hpp"

#include <algorithm>

namespace drfs {

double Costs::of(std::size_t resource, const FeatureSet& set) const {
  double sum = 0;
  for (std::size_t feature : set) sum += features[resource][feature];
  for (const auto& set_up : set_ups)
    if (is_needed(set_up, set)) sum += set_up.cost[resource];
  return sum;
}

bool Costs::is_needed(const SetUp& set_up, const FeatureSet& set) {
  return std::ranges::any_of(set_up.opens, [&](std::size_t f) { return contains(set, f); });
}

}  // namespace drfs
