// Which products of two numbers a basis has: those that the rows show.
#pragma once

#include <vector>

#include "drfs/models.hpp"
#include "models/basis.hpp"

namespace drfs {

/// Products that correlate with what a regression on the plan leaves unexplained, in a population
/// or in all together, surely more than by chance: the most telling ones
/// of each in turn (with several classes, of each class), `most` at most.
std::vector<FeaturePair> products_to_see(const BasisPlan&, std::size_t most,
                                         const std::vector<TrainingData>& populations,
                                         const Context&);

}  // namespace drfs
