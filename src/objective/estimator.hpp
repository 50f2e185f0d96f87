// The estimators of a population's risk: what a query's smoothed mean is worth.
#pragma once

#include "drfs/objective.hpp"

namespace drfs {

/// The explained part of the outcome at one query; the risk is E[y²] minus its mean.
Score explained(Estimator, double y, double f);

/// Whether a row is left out of its own sum.
bool leaves_own_row_out(Estimator);

}  // namespace drfs
