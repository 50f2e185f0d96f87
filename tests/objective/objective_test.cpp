// The objective's gradient against central differences in double precision (the oracle kernel),
// for every combination of estimator, aggregation, penalty and parameter.
#include "drfs/objective.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernel/problem.hpp"

namespace drfs {
namespace {

/// Two populations of four columns in three features: the middle one has two columns.
struct TwoPopulations {
  KernelProblem a = make_problem(25, 4, 1.0, 0);
  KernelProblem b = make_problem(31, 4, 1.0, 0);
  std::vector<float> y_a, y_b;
  std::vector<ColumnGroup> features = {{0, 1}, {1, 2}, {3, 1}};

  TwoPopulations() {
    for (auto& mu : b.mu) mu = 0.8F * mu - 0.2F;
    for (std::size_t j = 0; j < a.mu.size(); ++j) y_a.push_back(a.mu[j] + 0.3F * a.x(j, 3));
    for (std::size_t j = 0; j < b.mu.size(); ++j) y_b.push_back(b.mu[j] - 0.2F * b.x(j, 2));
  }

  /// The log loss wants outcomes of 0 and 1 and means between them, in standard units.
  static TwoPopulations binary() {
    TwoPopulations out;
    out.scale = {0.4, std::sqrt(0.24)};
    const auto standardise = [&](double raw) {
      return static_cast<float>((raw - out.scale.mean) / out.scale.deviation);
    };
    for (auto [p, y] : {std::pair{&out.a, &out.y_a}, {&out.b, &out.y_b}})
      for (std::size_t j = 0; j < y->size(); ++j) {
        p->mu[j] = standardise(1 / (1 + std::exp(-2 * p->mu[j])));
        (*y)[j] = standardise((*y)[j] > 0 ? 1 : 0);
      }
    return out;
  }

  static TwoPopulations suited_to(Estimator estimator) {
    return estimator == Estimator::log_loss ? binary() : TwoPopulations();
  }

  OutcomeScale scale;

  Objective objective(const Aggregation& aggregation, const ObjectiveOptions& options,
                      const std::string& backend) const {
    return {{{a.rows(), y_a, scale}, {b.rows(), y_b, scale}},
            features,
            aggregation,
            options,
            {backend, 0},
            11};
  }

  static QueryBatch queries() {
    QueryBatch batch(2);
    for (std::uint32_t row = 0; row < 20; ++row)
      for (std::uint32_t draw = 0; draw < 2; ++draw)
        for (auto& population : batch) population.push_back({row, draw});
    return batch;
  }
};

const Context kContext{2, {}, {}, nullptr};

struct Combination {
  Aggregation aggregation;
  ObjectiveOptions options;
};

Aggregate sum_of_squares(std::span<const double> risk, std::span<const double> weight) {
  Aggregate out{0, {}};
  for (std::size_t p = 0; p < risk.size(); ++p) {
    out.value += weight[p] * risk[p] * risk[p];
    out.weight.push_back(2 * weight[p] * risk[p]);
  }
  return out;
}

PenaltyValue decay(std::span<const double> alpha) {
  PenaltyValue out;
  for (double a : alpha) {
    out.value += std::exp(-a);
    out.gradient.push_back(-std::exp(-a));
  }
  return out;
}

std::vector<Combination> every_combination() {
  std::vector<Combination> all;
  for (const auto& estimator : kEstimatorNames)
    for (const auto& aim : kAimNames)
      for (const auto& penalty : kPenaltyNames)
        for (const auto& parameter : kParameterNames)
          all.push_back({{aim.value, 3.0, 0.7,
                          aim.value == AimName::own ? sum_of_squares : AggregateFunction()},
                         {estimator.value, penalty.value, 0.05, parameter.value,
                          penalty.value == Penalty::own ? decay : PenaltyFunction()}});
  return all;
}

std::string title(const Combination& c) {
  const ObjectiveOptions& o = c.options;
  std::string text;
  for (auto part : {name_of(o.estimator, kEstimatorNames), name_of(c.aggregation.aim, kAimNames),
                    name_of(o.penalty, kPenaltyNames), name_of(o.parameter, kParameterNames)})
    text += std::string(part) + "_";
  std::ranges::replace(text, '-', '_');
  text.pop_back();
  return text;
}

class ObjectiveGradient : public testing::TestWithParam<Combination> {};

TEST_P(ObjectiveGradient, IsThatOfCentralDifferences) {
  const auto problem = TwoPopulations::suited_to(GetParam().options.estimator);
  const auto batch = TwoPopulations::queries();
  Objective objective = problem.objective(GetParam().aggregation, GetParam().options, "oracle");
  const std::vector<double> alpha = {0.4, 1.1, 2.5};
  std::vector<double> theta = objective.theta_of(alpha);
  const auto gradient = objective.evaluate(theta, batch, kContext).gradient;
  const auto value = [&] {
    return objective.judge(theta, batch, GetParam().options.estimator, kContext).value;
  };
  EXPECT_EQ(objective.evaluate(theta, batch, kContext).value, value());

  std::vector<double> numeric(theta.size());
  for (std::size_t i = 0; i < theta.size(); ++i) {
    constexpr double kStep = 1e-5;
    const double centre = theta[i];
    theta[i] = centre + kStep;
    const double above = value();
    theta[i] = centre - kStep;
    const double below = value();
    theta[i] = centre;
    numeric[i] = (above - below) / (2 * kStep);
  }
  EXPECT_LT(relative_error(gradient, numeric), 1e-6);
}

TEST_P(ObjectiveGradient, IsTheSameOnTheFastKernel) {
  const auto problem = TwoPopulations::suited_to(GetParam().options.estimator);
  const auto batch = TwoPopulations::queries();
  Objective exact = problem.objective(GetParam().aggregation, GetParam().options, "oracle");
  Objective fast = problem.objective(GetParam().aggregation, GetParam().options, "auto");
  const auto theta = exact.theta_of(std::vector<double>{0.4, 1.1, 2.5});
  const auto a = fast.evaluate(theta, batch, kContext);
  const auto b = exact.evaluate(theta, batch, kContext);
  EXPECT_NEAR(a.value, b.value, 1e-4 * std::abs(b.value));
  EXPECT_LT(relative_error(a.gradient, b.gradient), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Combinations, ObjectiveGradient, testing::ValuesIn(every_combination()),
                         [](const auto& parameters) { return title(parameters.param); });

TEST(Objective, TheMaximumFollowsTheWorstPopulationWhicheverWasGuessed) {
  const TwoPopulations problem;
  const auto batch = TwoPopulations::queries();
  ObjectiveOptions options;
  options.penalty = Penalty::none;
  Objective objective = problem.objective({}, options, "auto");
  const auto theta = objective.theta_of(std::vector<double>{0.4, 1.1, 2.5});
  const auto first = objective.evaluate(theta, batch, kContext);
  const auto again = objective.evaluate(theta, batch, kContext);
  EXPECT_EQ(first.gradient, again.gradient);
  EXPECT_EQ(first.value, *std::ranges::max_element(first.risk));
}

TEST(Objective, OutcomesOfOnePopulationCountByTheirShares) {
  const TwoPopulations problem;
  ObjectiveOptions options;
  options.lambda = 0.05;
  QueryBatch batch = TwoPopulations::queries();
  const ObjectiveRows first{problem.a.rows(), problem.y_a, {}, 0.3};
  std::vector<float> other_mu(problem.a.mu.rbegin(), problem.a.mu.rend());
  ObjectiveRows second = first;
  second.rows.mu = other_mu;
  second.share = 0.7;
  const auto whole = [](ObjectiveRows rows) {
    rows.share = 1;
    return rows;
  };
  batch.pop_back();
  const auto at = [&](std::vector<ObjectiveRows> outcomes, std::size_t each) {
    Objective objective(std::move(outcomes), problem.features, {}, options, {"oracle", 0}, 11,
                        each);
    const auto theta = objective.theta_of(std::vector<double>{0.4, 1.1, 2.5});
    return objective.evaluate(theta, batch, kContext);
  };
  const auto both = at({first, second}, 2);
  const auto one = at({whole(first)}, 1), two = at({whole(second)}, 1);
  ASSERT_EQ(both.risk.size(), 1U);
  EXPECT_NEAR(both.value, 0.3 * one.value + 0.7 * two.value, 1e-12);
  for (std::size_t i = 0; i < both.gradient.size(); ++i)
    EXPECT_NEAR(both.gradient[i], 0.3 * one.gradient[i] + 0.7 * two.gradient[i], 1e-12);
}

TEST(Objective, ThePlugInRunsFromTheNoiseOfYToItsVariance) {
  const TwoPopulations problem;
  QueryBatch batch(2);
  for (std::uint32_t row = 0; row < 25; ++row) batch[0].push_back({row, 0});
  for (std::uint32_t row = 0; row < 31; ++row) batch[1].push_back({row, 0});
  ObjectiveOptions options;
  options.parameter = Parameter::alpha;
  const Objective objective = problem.objective({}, options, "oracle");
  double total = 0, power = 0, explained = 0, mean = 0;
  for (std::size_t j = 0; j < 25; ++j) {
    const double weight = problem.a.weight[j];
    total += weight;
    power += weight * problem.y_a[j] * problem.y_a[j];
    explained += weight * problem.a.mu[j] * problem.a.mu[j];
    mean += weight * problem.a.mu[j];
  }
  const auto risk_at = [&](double alpha) {
    const std::vector<double> theta(3, alpha);
    return objective.judge(theta, batch, Estimator::plug_in, kContext).risk[0];
  };
  EXPECT_NEAR(risk_at(1e-6), (power - explained) / total, 1e-6);
  EXPECT_NEAR(risk_at(1e8), power / total - mean * mean / total / total, 1e-3);
}

TEST(Objective, TheDebiasedRiskIsTheMeanSquaredErrorOfTheBatch) {
  // With much noise and equal weights, f is the mean of mu over the other rows.
  auto p = make_problem(40, 2, 1.0, 0);
  p.weight.assign(40, 1.0F);
  const std::vector<float> y = p.mu;
  const QueryBatch batch = {{{3, 0}, {17, 0}, {25, 0}}};
  ObjectiveOptions options;
  options.parameter = Parameter::alpha;
  const Objective objective({{p.rows(), y}}, {{0, 1}, {1, 1}}, {}, options, {"oracle", 0}, 3);
  double sum = 0, error = 0;
  for (float mu : p.mu) sum += mu;
  for (const Query& query : batch[0])
    error += std::pow(y[query.row] - (sum - p.mu[query.row]) / 39, 2) / 3;
  const std::vector<double> theta(2, 1e8);
  EXPECT_NEAR(objective.judge(theta, batch, Estimator::debiased, kContext).risk[0], error, 1e-3);
}

TEST(Objective, ThePlugInFlattersAndTheDebiasedEstimateDoesNot) {
  // mu and y are pure noise in x: nothing can be explained, whatever alpha.
  auto p = make_problem(300, 3, 1.0, 0);
  std::vector<float> y;
  for (std::size_t j = 0; j < p.mu.size(); ++j) {
    const auto z = normals(5, Stream::bench, {static_cast<std::uint32_t>(j), 1, 2, 3});
    y.push_back(static_cast<float>(z[0]));
    p.mu[j] = y[j];
  }
  QueryBatch batch(1);
  for (std::uint32_t row = 0; row < 300; ++row) batch[0].push_back({row, 0});
  ObjectiveOptions options;
  options.parameter = Parameter::alpha;
  const Objective objective({{p.rows(), y}}, {{0, 1}, {1, 1}, {2, 1}}, {}, options, {}, 3);
  const std::vector<double> alpha(3, 0.01);
  EXPECT_LT(objective.judge(alpha, batch, Estimator::plug_in, kContext).value, 0.5);
  EXPECT_GT(objective.judge(alpha, batch, Estimator::debiased, kContext).value, 0.95);
}

TEST(Objective, RefusesSettingsThatMeanNothing) {
  const TwoPopulations problem;
  ObjectiveOptions options;
  options.lambda = -1;
  EXPECT_THROW(problem.objective({}, options, "auto"), Error);
  options.lambda = 0.1;
  EXPECT_THROW(problem.objective({.beta = 0}, options, "auto"), Error);
  EXPECT_THROW(problem.objective({.cvar_share = 1.5}, options, "auto"), Error);
}

}  // namespace
}  // namespace drfs
