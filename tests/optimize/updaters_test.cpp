// What an update rule does with a run of gradients, worked out without it; and who is told.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "drfs/optimize.hpp"

namespace drfs {
namespace {

/// Where a run of these gradients ends, from 0.
double end_of(UpdateRule rule, double momentum, const std::vector<double>& gradients, double rate) {
  OptimizeOptions options;
  options.optimizer = rule;
  options.momentum = momentum;
  const auto updater = make_updater(options, 1);
  std::vector<double> theta = {0};
  for (const double g : gradients) updater->step(theta, std::vector<double>{g}, rate);
  return theta[0];
}

TEST(Updaters, SgdWithoutMomentumIsTheSumOfItsGradients) {
  EXPECT_DOUBLE_EQ(end_of(UpdateRule::sgd, 0, {1, -2, 4}, 0.5), -1.5);
}

TEST(Updaters, AHeavyBallRollsOnAsAGeometricSeries) {
  // One push and then none: 1 + m + m^2 + …
  std::vector<double> gradients(40, 0.0);
  gradients[0] = 1;
  EXPECT_NEAR(end_of(UpdateRule::sgd, 0.5, gradients, 0.1), -0.1 * 2, 1e-12);
  gradients.resize(3);
  EXPECT_DOUBLE_EQ(end_of(UpdateRule::sgd, 0.5, gradients, 0.1), -0.1 * 1.75);
}

TEST(Updaters, AdamGoesAsFarWhateverTheUnitOfItsGradients) {
  const std::vector<double> gradients = {1, 3, -2, 0.5, 4};
  std::vector<double> larger = gradients;
  for (double& g : larger) g *= 1e4;
  const double once = end_of(UpdateRule::adam, 0, gradients, 0.1);
  EXPECT_NEAR(end_of(UpdateRule::adam, 0, larger, 0.1), once, 1e-6);
  EXPECT_NEAR(end_of(UpdateRule::adam, 0, larger, 0.2), 2 * once, 1e-6);
  // A gradient that stays the same is a step of the rate each time.
  EXPECT_NEAR(end_of(UpdateRule::adam, 0, std::vector<double>(50, -7.0), 0.1), 5, 1e-6);
}

TEST(Schedule, ConstantStaysAndCosineIsAsMuchAboveTheMiddleAsBelow) {
  OptimizeOptions options;
  options.schedule = Schedule::constant;
  for (const int step : {0, 5, 9}) EXPECT_EQ(learning_rate(options, step, 10), 0.2);
  options.schedule = Schedule::cosine;
  for (int step = 0; step <= 10; ++step) {
    EXPECT_NEAR(learning_rate(options, step, 10) + learning_rate(options, 10 - step, 10), 0.2,
                1e-15);
    EXPECT_GT(learning_rate(options, step, 11), learning_rate(options, step + 1, 11));
  }
}

TEST(Minimise, WhoWatchesSeesEveryStepAndTheCheckedValueAtChecks) {
  OptimizeOptions options;
  options.epochs = 7;
  options.check_every = 3;
  options.patience = 0;
  Landscape slope;
  std::vector<double> seen;
  slope.function = [&](std::span<const double> t, int) {
    seen.push_back(t[0]);
    return Evaluation{t[0], {1.0}};
  };
  slope.check = [](std::span<const double> t) { return 100 + t[0]; };
  std::vector<int> steps, checked_at;
  std::optional<double> last;
  slope.watch = [&](int step, double value, const double* checked) {
    EXPECT_EQ(value, seen.back());  // before the step
    steps.push_back(step);
    if (checked == nullptr) return;
    checked_at.push_back(step);
    last = *checked;
  };
  const Minimum found = minimise(slope, {8}, options);
  EXPECT_EQ(steps, (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(checked_at, (std::vector<int>{3, 6, 7}));  // the last step is always checked
  EXPECT_EQ(found.value, *last);
  EXPECT_LT(found.theta[0], seen.back());
  EXPECT_EQ(found.step, 7);
  EXPECT_EQ(found.reason, StopReason::finished);
}

}  // namespace
}  // namespace drfs
