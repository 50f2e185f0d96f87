// The loop: step, project, check, keep the best.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drfs/optimize.hpp"

namespace drfs {
namespace {

/// A value or gradient that is no number would poison every later step.
void require_finite(const Evaluation& here, int step) {
  const bool finite = std::isfinite(here.value) &&
                      std::ranges::all_of(here.gradient, [](double g) { return std::isfinite(g); });
  if (!finite)
    throw Error(ErrorCode::usage,
                {"relaxation", "",
                 fmt::format("produced a value or gradient that is not finite at step {}", step),
                 "Lower --lambda or --learning-rate"});
}

/// The best theta so far, and how long ago there was progress.
class Best {
 public:
  Best(Minimum& minimum, double tolerance) : minimum_(minimum), tolerance_(tolerance) {}

  void offer(const std::vector<double>& theta, double value, int step) {
    const bool progress = value < mark_ - tolerance_ * std::max(1.0, std::abs(mark_));
    if (progress || checks_ == 0) mark_ = value;
    stale_ = progress || checks_ == 0 ? 0 : stale_ + 1;
    if (checks_ == 0 || value < minimum_.value) {
      minimum_.theta = theta;
      minimum_.value = value;
      minimum_.step = step;
    }
    ++checks_;
  }
  int stale_checks() const { return stale_; }

 private:
  Minimum& minimum_;
  double tolerance_;
  double mark_ = 0;
  int stale_ = 0;
  int checks_ = 0;
};

}  // namespace

void describe(OptimizeOptions& o, OptionVisitor& v) {
  v.option("optimizer", choice_of("optimizer", o.optimizer, kUpdateRuleNames),
           "How a gradient becomes a step");
  v.option("learning-rate", o.learning_rate, "Size of the first step");
  v.option("momentum", o.momentum, "Momentum of sgd");
  v.option("schedule", choice_of("schedule", o.schedule, kScheduleNames),
           "How the learning rate falls");
  v.option("epochs", o.epochs, "Most steps of the relaxation");
  v.option("check-every", o.check_every, "Steps between two checks on fixed draws");
  v.option("patience", o.patience, "Checks without progress before it stops; 0 = never");
  v.option("tolerance", o.tolerance, "Relative improvement that counts as progress");
}

void check(const OptimizeOptions& o) {
  require_option(o.epochs >= 1, "epochs", o.epochs, "a whole number of at least 1");
  require_option(o.check_every >= 1, "check-every", o.check_every, "a whole number of at least 1");
  require_option(o.patience >= 0, "patience", o.patience, "0 (never stop early) or more");
  require_option(o.learning_rate > 0 && std::isfinite(o.learning_rate), "learning-rate",
                 o.learning_rate, "a number above 0");
  require_option(o.momentum >= 0 && o.momentum < 1, "momentum", o.momentum, "a number in [0, 1)");
  require_option(o.tolerance >= 0, "tolerance", o.tolerance, "a number of at least 0");
}

Minimum minimise(const Landscape& landscape, std::vector<double> theta,
                 const OptimizeOptions& options) {
  check(options);
  Minimum minimum;
  minimum.theta = theta;
  Best best(minimum, options.tolerance);
  const auto updater = make_updater(options, theta.size());
  try {
    best.offer(theta, landscape.check(theta), 0);
    for (int step = 0; step < options.epochs; ++step) {
      const Evaluation here = landscape.function(theta, step);
      require_finite(here, step);
      updater->step(theta, here.gradient, learning_rate(options, step, options.epochs));
      for (double& t : theta) t = std::clamp(t, landscape.lower, landscape.upper);
      minimum.steps = step + 1;

      const bool last = step + 1 == options.epochs;
      const bool check_now = last || (step + 1) % options.check_every == 0;
      const double checked = check_now ? landscape.check(theta) : 0.0;
      if (check_now) best.offer(theta, checked, step + 1);
      if (landscape.watch) landscape.watch(step + 1, here.value, check_now ? &checked : nullptr);
      if (options.patience > 0 && best.stale_checks() >= options.patience) {
        minimum.reason = StopReason::converged;
        break;
      }
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    minimum.reason = StopReason::interrupted;
  }
  return minimum;
}

}  // namespace drfs
