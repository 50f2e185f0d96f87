// Where the discrete search starts and what it may choose from: the importances of the mu_hat
// models and the slopes of linear ones in every population, the slopes of all rows together, and,
// where not every feature can be a candidate, telling products and, on request, the relaxation's
// path: so that a
// feature that only one population needs, that only all of them together show, or that is of use
// with another one only, is not lost.
#pragma once

#include <vector>

#include "select/evidence.hpp"
#include "select/feature_set.hpp"
#include "select/ranking.hpp"
#include "select/recipe.hpp"
#include "select/rules/constraints.hpp"

namespace drfs {

struct Candidates {
  FeatureSet pool;
  std::vector<std::size_t> ranked;     ///< the pool, the most promising first
  std::vector<Ranking> rankings = {};  ///< of all features: where the search starts
};

/// Whether there is room for every feature, so that nothing has to say which are promising.
bool all_are_candidates(const Dataset&);

Candidates find_candidates(const Dataset&, const Constraints&, const Evidence&, const Recipe&,
                           const Context&);

}  // namespace drfs
