// What each population would choose for itself: the sets that a regret is measured against.
#pragma once

#include <vector>

#include "drfs/means.hpp"
#include "select/constraints.hpp"

namespace drfs {

/// The data set as if there were no other population.
Dataset one_population(const Dataset&, std::size_t population);

/// The options of a search for a single population's own best set.
SelectOptions for_one_population(SelectOptions);

/// Per population the set that the search finds, under the same rules, where nobody else counts.
/// Throws Error(interrupted) where it is interrupted.
std::vector<FeatureSet> own_best_sets(const Dataset&, const Constraints&, const Means&,
                                      const Relaxation&, const SelectOptions&, const Context&);

}  // namespace drfs
