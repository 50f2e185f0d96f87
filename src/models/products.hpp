// Which products of two features the smooth learner sees. For small sets these are all; for larger
// ones there is room for the promising ones only.
#pragma once

#include <span>
#include <vector>

#include "drfs/models.hpp"
#include "models/basis.hpp"

namespace drfs {

/// Up to 11 features are asked for together with every product of the first that are ranked. Where
/// there are more, the products are those that correlate with what a sum of smooth terms leaves
/// unexplained, and more than the best of as many useless ones would: at most 66, of the
/// populations (and classes) in turn.
std::vector<FeaturePair> products_to_see(const std::vector<BasisPlan::Feature>& features,
                                         const std::vector<std::size_t>& ranked,
                                         std::size_t set_size, const BasisDetail&,
                                         std::span<const TrainingData> populations, const Context&);

}  // namespace drfs
