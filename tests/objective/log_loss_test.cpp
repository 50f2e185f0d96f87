// The log loss as an estimator of the risk: its unit, its debiasing, its bounds.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "drfs/objective.hpp"
#include "kernel/problem.hpp"
#include "objective/estimator.hpp"

namespace drfs {
namespace {

double negative_entropy(double p) {
  return p * std::log(p) + (1 - p) * std::log(1 - p);
}

double bregman(double p, double q) {
  return negative_entropy(p) - negative_entropy(q) - std::log(q / (1 - q)) * (p - q);
}

/// One population whose outcomes and means are given as 0 or 1 and probabilities. With much noise
/// f is the mean of mu over the other rows, with little noise the mu of the nearest other row.
class Probabilities {
 public:
  Probabilities(KernelProblem rows, const std::vector<double>& mu, const std::vector<int>& y,
                double base_rate)
      : rows_(std::move(rows)), scale_{base_rate, std::sqrt(base_rate * (1 - base_rate))} {
    const auto standardise = [&](double raw) {
      return static_cast<float>((raw - scale_.mean) / scale_.deviation);
    };
    rows_.mu.clear();
    for (double probability : mu) rows_.mu.push_back(standardise(probability));
    for (int outcome : y) y_.push_back(standardise(outcome));
    rows_.weight.assign(mu.size(), 1.0F);
  }

  double risk(double alpha) const {
    QueryBatch batch(1);
    for (std::uint32_t row = 0; row < y_.size(); ++row) batch[0].push_back({row, 0});
    ObjectiveOptions options;
    options.parameter = Parameter::alpha;
    std::vector<ColumnGroup> features;
    for (std::size_t d = 0; d < rows_.x.columns(); ++d) features.push_back({d, 1});
    const Objective objective({{rows_.rows(), y_, scale_}}, features, {}, options, {"oracle", 0},
                              3);
    const std::vector<double> theta(features.size(), alpha);
    return objective.judge(theta, batch, Estimator::log_loss, {}).risk[0];
  }

 private:
  KernelProblem rows_;
  OutcomeScale scale_;
  std::vector<float> y_;
};

TEST(LogLoss, OfTheBaseRateIsOne) {
  const std::vector<int> y = {1, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  const Probabilities p(make_problem(10, 2), std::vector<double>(10, 0.3), y, 0.3);
  for (double alpha : {1e-3, 1.0, 1e4}) EXPECT_NEAR(p.risk(alpha), 1.0, 1e-12);
}

TEST(LogLoss, OfThePerfectProbabilityIsNearlyZero) {
  // Two far clusters of one class each: with little noise f is the class of the row's own cluster.
  auto rows = make_problem(10, 1);
  std::vector<int> y;
  std::vector<double> mu;
  for (std::size_t j = 0; j < 10; ++j) {
    y.push_back(j % 2);
    mu.push_back(j % 2);
    rows.x(j, 0) = j % 2 == 1 ? 50.0F : -50.0F;
  }
  const double risk = Probabilities(rows, mu, y, 0.5).risk(0.1);
  EXPECT_GE(risk, 0);
  EXPECT_LT(risk, 1e-5);
}

TEST(LogLoss, OverEveryOutcomeAveragesToTheScoreOfTheTrueMean) {
  // Exact: every y in {0, 1}^5 with its probability under mu. Per row the mean is
  // -G(mu) + B(mu, f) = -G(f) - G'(f) (mu - f), in units of the entropy of the base rate.
  const std::vector<double> mu = {0.1, 0.35, 0.5, 0.7, 0.95};
  const double base_rate = 0.4, total = std::accumulate(mu.begin(), mu.end(), 0.0);
  double average = 0, expected = 0;
  for (unsigned bits = 0; bits < 32; ++bits) {
    double probability = 1;
    std::vector<int> y;
    for (unsigned j = 0; j < 5; ++j) {
      y.push_back(bits >> j & 1);
      probability *= y[j] == 1 ? mu[j] : 1 - mu[j];
    }
    average += probability * Probabilities(make_problem(5, 2), mu, y, base_rate).risk(1e12);
  }
  for (double m : mu) expected += (-negative_entropy(m) + bregman(m, (total - m) / 4)) / 5;
  EXPECT_NEAR(average, expected / -negative_entropy(base_rate), 1e-5);
}

TEST(LogLoss, OfTheBayesMeanIsItsEntropyAndAnyOtherMeanCostsItsDivergence) {
  const OutcomeScale scale{0.3, std::sqrt(0.21)};
  const std::vector<double> weight = {0.2, 0.5, 0.3}, mu = {0.15, 0.6, 0.8};
  const double bayes = std::inner_product(weight.begin(), weight.end(), mu.begin(), 0.0);
  const auto standard = [&](double raw) { return (raw - scale.mean) / scale.deviation; };
  const auto mean_score = [&](double f) {
    double sum = 0;
    for (std::size_t j = 0; j < mu.size(); ++j)
      for (int y : {0, 1})
        sum += weight[j] * (y == 1 ? mu[j] : 1 - mu[j]) *
               explained(Estimator::log_loss, scale, standard(y), standard(f)).value;
    return sum * -negative_entropy(scale.mean);
  };
  EXPECT_NEAR(mean_score(bayes), negative_entropy(bayes), 1e-12);
  for (double f : {0.05, 0.4, bayes + 0.01, 0.97})
    EXPECT_NEAR(mean_score(f), negative_entropy(bayes) - bregman(bayes, f), 1e-12);
}

TEST(LogLoss, IsFiniteAndFlatWhereTheProbabilityIsClipped) {
  const OutcomeScale scale{0.5, 0.5};
  for (double f : {-1.0, -1.5, 1.0, 1.5}) {
    const Score wrong = explained(Estimator::log_loss, scale, f > 0 ? -1 : 1, f);
    EXPECT_NEAR(wrong.value, std::log(1e-6) / std::log(2), 1e-6);
    EXPECT_EQ(wrong.slope, 0);
  }
}

TEST(LogLoss, IsRefusedUnlessTheTargetHasTwoClasses) {
  EXPECT_NO_THROW(check_estimator("estimator", Estimator::log_loss, Task::binary));
  EXPECT_NO_THROW(check_estimator("estimator", Estimator::debiased, Task::regression));
  try {
    check_estimator("check-estimator", Estimator::log_loss, Task::regression);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.fault().thing, "option --check-estimator");
  }
}

}  // namespace
}  // namespace drfs
