// The estimators of a population's risk: what a query's smoothed mean is worth.
#pragma once

#include "drfs/objective.hpp"

namespace drfs {

/// The score of predicting y itself, G(y); the risk is the mean of this minus that of `explained`.
double perfect_score(Estimator, double y);

/// The score S(f, y) of a smoothed mean at one query and its derivative in f, in units that make
/// knowing nothing a risk of 1: docs/method.md, equations (12), (13) and (13c).
Score explained(Estimator, const OutcomeScale&, double y, double f);

/// Whether a row is left out of its own sum.
bool leaves_own_row_out(Estimator);

/// Whether y has to be 0 or 1 in the units of the data.
bool needs_binary_outcome(Estimator);

}  // namespace drfs
