// The loop and the update rules on problems of known minimum.
#include <gtest/gtest.h>

#include <cmath>

#include "drfs/optimize.hpp"

namespace drfs {
namespace {

struct KnownMinimum {
  const char* name;
  Evaluation (*function)(std::span<const double>);
  std::vector<double> start, minimum;
};

Evaluation bowl(std::span<const double> t) {
  return {std::pow(t[0] - 1, 2) + 10 * std::pow(t[1] + 2, 2), {2 * (t[0] - 1), 20 * (t[1] + 2)}};
}

Evaluation rosenbrock(std::span<const double> t) {
  const double a = 1 - t[0], b = t[1] - t[0] * t[0];
  return {a * a + 10 * b * b, {-2 * a - 40 * t[0] * b, 20 * b}};
}

const KnownMinimum kZoo[] = {{"bowl", bowl, {4, 4}, {1, -2}},
                             {"rosenbrock", rosenbrock, {-1, 1}, {1, 1}}};

Landscape problem_of(const KnownMinimum& known) {
  Landscape problem;
  problem.function = [&known](std::span<const double> t, int) { return known.function(t); };
  problem.check = [&known](std::span<const double> t) { return known.function(t).value; };
  return problem;
}

TEST(Minimise, FindsKnownMinimaWithEveryRuleAndSchedule) {
  for (const auto& known : kZoo)
    for (const auto& rule : kUpdateRuleNames)
      for (const auto& schedule : kScheduleNames) {
        OptimizeOptions options;
        options.optimizer = rule.value;
        options.schedule = schedule.value;
        options.learning_rate = rule.value == UpdateRule::adam ? 0.05 : 0.002;
        options.epochs = 6000;
        options.patience = 0;
        const auto found = minimise(problem_of(known), known.start, options);
        SCOPED_TRACE(testing::Message() << known.name << " " << rule.name << " " << schedule.name);
        for (std::size_t i = 0; i < found.theta.size(); ++i)
          EXPECT_NEAR(found.theta[i], known.minimum[i], 2e-2);
      }
}

TEST(Minimise, AdamsFirstStepIsTheLearningRate) {
  OptimizeOptions options;
  const auto adam = make_updater(options, 2);
  std::vector<double> theta = {0, 0};
  adam->step(theta, std::vector<double>{1e-3, -50}, 0.1);
  EXPECT_NEAR(theta[0], -0.1, 1e-5);
  EXPECT_NEAR(theta[1], 0.1, 1e-5);
}

TEST(Minimise, CosineFallsFromTheFirstRateToZero) {
  OptimizeOptions options;
  options.learning_rate = 0.1;
  EXPECT_DOUBLE_EQ(learning_rate(options, 0, 100), 0.1);
  EXPECT_NEAR(learning_rate(options, 50, 100), 0.05, 1e-12);
  EXPECT_LT(learning_rate(options, 99, 100), 1e-4);
}

TEST(Minimise, ReturnsTheBestCheckedPointNotTheLast) {
  Landscape problem;
  problem.function = [](std::span<const double>, int) { return Evaluation{0, {-1.0}}; };
  problem.check = [](std::span<const double> t) { return std::abs(t[0] - 1.0); };
  OptimizeOptions options;
  options.optimizer = UpdateRule::sgd;
  options.momentum = 0;
  options.schedule = Schedule::constant;
  options.learning_rate = 0.1;
  options.epochs = 30;
  options.check_every = 1;
  options.patience = 0;
  const auto found = minimise(problem, {0.0}, options);
  EXPECT_NEAR(found.theta[0], 1.0, 1e-9);
  EXPECT_EQ(found.step, 10);
  EXPECT_EQ(found.steps, 30);
}

TEST(Minimise, StaysWithinItsBounds) {
  auto problem = problem_of(kZoo[0]);
  problem.lower = -1;
  problem.upper = 0.5;
  OptimizeOptions options;
  const auto found = minimise(problem, {0, 0}, options);
  EXPECT_DOUBLE_EQ(found.theta[0], 0.5);
  EXPECT_DOUBLE_EQ(found.theta[1], -1.0);
}

TEST(Minimise, StopsEarlyWhenNothingImproves) {
  OptimizeOptions options;
  options.patience = 3;
  options.epochs = 100000;
  const auto found = minimise(problem_of(kZoo[0]), {1, -2}, options);
  EXPECT_EQ(found.reason, StopReason::converged);
  EXPECT_LE(found.steps, 3 * options.check_every);
}

TEST(Minimise, InterruptedItReturnsTheBestSoFar) {
  Landscape problem = problem_of(kZoo[0]);
  problem.function = [](std::span<const double> t, int step) {
    if (step == 20) throw Error(ErrorCode::interrupted, {});
    return bowl(t);
  };
  OptimizeOptions options;
  const auto found = minimise(problem, {4, 4}, options);
  EXPECT_EQ(found.reason, StopReason::interrupted);
  EXPECT_EQ(found.steps, 20);
  EXPECT_LT(found.value, bowl(std::vector<double>{4, 4}).value);
}

TEST(Minimise, OtherErrorsPass) {
  Landscape problem;
  problem.function = [](std::span<const double>, int) -> Evaluation {
    throw Error(ErrorCode::data, {"x", "", "is bad", ""});
  };
  problem.check = [](std::span<const double>) { return 0.0; };
  EXPECT_THROW(minimise(problem, {0}, {}), Error);
}

TEST(Minimise, RefusesToGoOnWithoutNumbers) {
  for (double bad : {std::nan(""), HUGE_VAL}) {
    Landscape problem = problem_of(kZoo[0]);
    problem.function = [bad](std::span<const double>, int) { return Evaluation{0, {0, bad}}; };
    EXPECT_THROW(minimise(problem, {0, 0}, {}), Error);
    problem.function = [bad](std::span<const double>, int) { return Evaluation{bad, {0, 0}}; };
    EXPECT_THROW(minimise(problem, {0, 0}, {}), Error);
  }
}

TEST(Minimise, RefusesSettingsOutOfRange) {
  const auto with = [](auto change) {
    OptimizeOptions options;
    change(options);
    return options;
  };
  for (const auto& wrong :
       {with([](auto& o) { o.epochs = 0; }), with([](auto& o) { o.learning_rate = 0; }),
        with([](auto& o) { o.momentum = 1; }), with([](auto& o) { o.check_every = 0; }),
        with([](auto& o) { o.patience = -1; })})
    EXPECT_THROW(minimise(problem_of(kZoo[0]), {0, 0}, wrong), Error);
}

}  // namespace
}  // namespace drfs
