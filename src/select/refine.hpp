// The discrete search after the relaxation: swaps whole features by what the aim makes of the
// cross-validated risks of a real model.
#pragma once

#include <optional>
#include <vector>

#include "select/candidates.hpp"

namespace drfs {

struct Refined {
  std::vector<std::size_t> ranked;  ///< the set, the feature that is missed most first
  Refinement course;
  std::vector<OwnBest> own_best = {};  ///< per population, where the aim is the regret
  std::vector<Missed> missed = {};     ///< as `ranked`; fewer where it was interrupted
};

/// With the noise levels of the relaxation.
std::vector<ChosenFeature> chosen_features(const Refined&, const std::vector<double>& alpha);

/// `more_starts` are allowed sets, or parts of such. Where the aim is the regret, every
/// population's own best set is found first. Never ends with a set that is worse than the best
/// start by more than a tie, and then leaves out what is of no use. Interrupted or out of time, it
/// returns the best set so far; nothing where it was interrupted before it had one.
std::optional<Refined> refine(const Dataset&, const Constraints&, const Means&, const Relaxation&,
                              const SelectOptions&, const Context&,
                              const std::vector<FeatureSet>& more_starts = {});

/// The search among given candidates; with the regret as aim, against their own best sets.
std::optional<Refined> refine_among(const Dataset&, const Candidates&, const Constraints&,
                                    const SelectOptions&, const Context&);

}  // namespace drfs
