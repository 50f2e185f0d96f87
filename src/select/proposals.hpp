// Sets worth the real model's time: a search over many sets by the smooth learner's risk.
#pragma once

#include <functional>
#include <vector>

#include "select/aim.hpp"
#include "select/candidates.hpp"
#include "select/smooth_risk.hpp"

namespace drfs {

/// The best allowed sets by the aim found from every start by swapping one feature, and two, best
/// first.
/// Leaves the learner with the smoothing that suits the best.
std::vector<FeatureSet> propose(SmoothRisk&, const Aim&, const Candidates&, const Constraints&,
                                const std::function<bool()>& time_is_up, const Context&);

}  // namespace drfs
