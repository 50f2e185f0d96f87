#include "objective/estimator.hpp"

#include <cmath>

#include "models/training_data.hpp"

namespace drfs {
namespace {

/// y log p + (1 - y) log(1 - p) over the entropy of the base rate. Where p has to be clipped the
/// score is flat: no step of alpha is drawn to or from it.
Score log_score(const OutcomeScale& scale, double y, double f) {
  const double outcome = std::round(scale.mean + scale.deviation * y);  // 0 or 1, as it was read
  const double wanted = scale.mean + scale.deviation * f;
  const double p = clip_probability(wanted);
  const double entropy = loss(Task::binary, scale.mean, scale.mean);
  const double slope = p == wanted ? (outcome - p) / (p * (1 - p)) : 0.0;
  return {-loss(Task::binary, outcome, p) / entropy, scale.deviation * slope / entropy};
}

}  // namespace

double perfect_score(Estimator estimator, double y) {
  return estimator == Estimator::log_loss ? 0.0 : y * y;
}

Score explained(Estimator estimator, const OutcomeScale& scale, double y, double f) {
  switch (estimator) {
    case Estimator::plug_in:
    case Estimator::leave_one_out:
      return {f * f, 2 * f};
    case Estimator::debiased:
      return {2 * y * f - f * f, 2 * (y - f)};
    case Estimator::log_loss:
      return log_score(scale, y, f);
  }
  throw Error(ErrorCode::internal, {"estimator", "", "has no function", ""});
}

bool leaves_own_row_out(Estimator estimator) {
  return estimator != Estimator::plug_in;
}

bool needs_binary_outcome(Estimator estimator) {
  return estimator == Estimator::log_loss;
}

}  // namespace drfs
