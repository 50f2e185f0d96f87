// Sets of features as the discrete search handles them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace drfs {

/// Indices of features, ascending.
using FeatureSet = std::vector<std::size_t>;

inline bool contains(const FeatureSet& set, std::size_t feature) {
  return std::ranges::binary_search(set, feature);
}

inline FeatureSet without(FeatureSet set, std::size_t feature) {
  std::erase(set, feature);
  return set;
}

inline FeatureSet with(FeatureSet set, std::size_t feature) {
  set.insert(std::ranges::lower_bound(set, feature), feature);
  return set;
}

/// Those of the set that the part lacks.
inline FeatureSet without(const FeatureSet& set, const FeatureSet& part) {
  FeatureSet left;
  std::ranges::set_difference(set, part, std::back_inserter(left));
  return left;
}

}  // namespace drfs
