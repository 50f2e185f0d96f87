#include "objective/estimator.hpp"

namespace drfs {

Score explained(Estimator estimator, double y, double f) {
  if (estimator == Estimator::debiased) return {2 * y * f - f * f, 2 * (y - f)};
  return {f * f, 2 * f};
}

bool leaves_own_row_out(Estimator estimator) {
  return estimator != Estimator::plug_in;
}

}  // namespace drfs
