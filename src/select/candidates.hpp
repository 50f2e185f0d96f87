// Where the discrete search starts and what it may choose from: the relaxation's path, the
// importances of the mu_hat models and the slopes of linear ones in every population, so that a
// feature that only one population needs, or that a smoother cannot see, is not lost.
#pragma once

#include <vector>

#include "drfs/means.hpp"
#include "drfs/select.hpp"
#include "select/constraints.hpp"
#include "select/feature_set.hpp"
#include "select/ranking.hpp"

namespace drfs {

/// A feature's importance is that of its columns together, their sum.
std::vector<double> feature_importance(const Dataset&, const std::vector<double>& columns);

struct Candidates {
  FeatureSet pool;
  std::vector<std::size_t> ranked;     ///< the pool, the most promising first
  std::vector<FeatureSet> starts;      ///< allowed sets, all within the pool
  std::vector<Ranking> rankings = {};  ///< of all features, from which the starts were made
  /// Where the aim is the regret: per population the set that is best for it alone.
  std::vector<FeatureSet> own_best = {};
};

Candidates find_candidates(const Dataset&, const Constraints&, const Means&, const Relaxation&,
                           const SelectOptions&, const Context&);

}  // namespace drfs
