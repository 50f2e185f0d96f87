// Which products of two numbers a basis has: those that the rows show.
#pragma once

#include <vector>

#include "drfs/models.hpp"
#include "models/basis.hpp"

namespace drfs {

/// Products that correlate with what is left of the outcomes, in a population or in all together,
/// surely more than by chance; the most telling ones of each in turn. `left` has one list for each
/// population, or with several classes as many.
std::vector<FeaturePair> products_that_tell(const std::vector<FeatureNumber>&,
                                            const std::vector<TrainingData>& populations,
                                            const std::vector<std::vector<float>>& left,
                                            const Context&);

/// Of what a regression on the plan leaves; `most` at most.
std::vector<FeaturePair> products_to_see(const BasisPlan&, std::size_t most,
                                         const std::vector<TrainingData>& populations,
                                         const Context&);

}  // namespace drfs
