// The lasso against the conditions that define its solution, and against closed forms.
#include "baselines/lasso.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "models/simulated.hpp"

namespace drfs {
namespace {

using simulated::Sample;

double signal(const Matrix& x, std::size_t i) {
  return 1 + 2 * x(i, 0) - x(i, 1) + 0.3 * x(i, 2);
}

/// Uneven weights, one column far from 0, two that nearly repeat each other, one that is constant.
Sample awkward(Sample s) {
  for (std::size_t i = 0; i < s.y.size(); ++i) {
    s.weight[i] = static_cast<float>(0.25 + (i % 5));
    s.x(i, 2) = 30 + s.x(i, 2);
    s.x(i, 3) = s.x(i, 1) + 1e-2F * s.x(i, 3);
    s.x(i, 4) = 7;
  }
  return s;
}

/// By how much the fit breaks the conditions of optimality: the gradient of the mean loss is 0 for
/// the intercept, -lambda sign(b) where b is not 0, and within [-lambda, lambda] elsewhere.
double worst_violation(const Sample& s, Task task, double lambda, const LassoFit& fit) {
  double total = 0, intercept = 0;
  std::vector<double> gradient(fit.slopes.size(), 0.0);
  for (std::size_t i = 0; i < s.y.size(); ++i) {
    double eta = fit.intercept;
    for (std::size_t d = 0; d < fit.slopes.size(); ++d) eta += fit.slopes[d] * s.x(i, d);
    const double predicted = task == Task::regression ? eta : 1 / (1 + std::exp(-eta));
    const double slope = s.weight[i] * (predicted - s.y[i]);
    total += s.weight[i];
    intercept += slope;
    for (std::size_t d = 0; d < gradient.size(); ++d) gradient[d] += slope * s.x(i, d);
  }
  double worst = std::abs(intercept / total);
  for (std::size_t d = 0; d < gradient.size(); ++d) {
    const double slope = fit.slopes[d], g = gradient[d] / total;
    worst = std::max(
        worst, slope == 0 ? std::abs(g) - lambda : std::abs(g + std::copysign(lambda, slope)));
  }
  return worst;
}

std::size_t present(const LassoFit& fit) {
  return static_cast<std::size_t>(
      std::ranges::count_if(fit.slopes, [](double slope) { return slope != 0; }));
}

TEST(Lasso, MeetsTheConditionsOfOptimality) {
  const auto s = awkward(simulated::regression(1, 700, 8, 0.7, signal));
  for (const double lambda : {1.0, 0.1, 0.01, 1e-4})
    EXPECT_LT(
        worst_violation(s, Task::regression, lambda, fit_lasso(s.data(), Task::regression, lambda)),
        1e-6)
        << lambda;
}

TEST(Lasso, MeetsTheConditionsOfOptimalityForTwoClasses) {
  const auto s = awkward(simulated::binary(2, 700, 8, signal));
  for (const double lambda : {0.1, 0.01, 1e-4})
    EXPECT_LT(worst_violation(s, Task::binary, lambda, fit_lasso(s.data(), Task::binary, lambda)),
              1e-6)
        << lambda;
}

TEST(Lasso, GrowsItsWorkingSetToHundredsOfColumns) {
  const auto s = simulated::regression(3, 500, 260, 1.0, [](const Matrix& x, std::size_t i) {
    double sum = 0;
    for (std::size_t d = 0; d < 130; ++d) sum += 0.3 * x(i, d);
    return sum;
  });
  const auto fit = fit_lasso(s.data(), Task::regression, 0.003);
  EXPECT_GT(present(fit), 200U);
  EXPECT_LT(worst_violation(s, Task::regression, 0.003, fit), 1e-6);
}

TEST(Lasso, ShrinksOrthonormalColumnsByLambda) {
  // The columns of a Walsh matrix but the first: mean 0, mean square 1, orthogonal.
  constexpr std::size_t kRows = 16;
  Sample s{Matrix(kRows, kRows - 1), {}, std::vector<float>(kRows, 1.0F)};
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t d = 0; d + 1 < kRows; ++d)
      s.x(i, d) = std::popcount(i & (d + 1)) % 2 == 0 ? 1.0F : -1.0F;
    s.y.push_back(simulated::normal(4, i, 0));
  }
  const double lambda = 0.15;
  const auto fit = fit_lasso(s.data(), Task::regression, lambda);
  for (std::size_t d = 0; d + 1 < kRows; ++d) {
    double least_squares = 0;
    for (std::size_t i = 0; i < kRows; ++i) least_squares += s.x(i, d) * s.y[i] / double{kRows};
    const double shrunk = std::max(0.0, std::abs(least_squares) - lambda);
    EXPECT_NEAR(fit.slopes[d], std::copysign(shrunk, least_squares), 1e-9) << d;
  }
  EXPECT_GT(present(fit), 0U);
  EXPECT_LT(present(fit), kRows - 1);
}

TEST(Lasso, UnderALargePenaltyOnlyTheMeanIsLeft) {
  const auto s = awkward(simulated::binary(5, 400, 5, signal));
  const auto fit = fit_lasso(s.data(), Task::binary, 10);
  double mean = 0, total = 0;
  for (std::size_t i = 0; i < s.y.size(); ++i) {
    mean += s.weight[i] * s.y[i];
    total += s.weight[i];
  }
  mean /= total;
  EXPECT_EQ(present(fit), 0U);
  EXPECT_NEAR(fit.intercept, std::log(mean / (1 - mean)), 1e-6);
}

TEST(Lasso, TheScaleOfTheWeightsDoesNotMatter) {
  auto s = awkward(simulated::regression(6, 300, 6, 0.5, signal));
  const auto before = fit_lasso(s.data(), Task::regression, 0.05);
  for (float& w : s.weight) w *= 64;
  const auto after = fit_lasso(s.data(), Task::regression, 0.05);
  for (std::size_t d = 0; d < before.slopes.size(); ++d)
    EXPECT_NEAR(before.slopes[d], after.slopes[d], 1e-9);
}

TEST(Lasso, SeparableClassesHaveAFiniteFit) {
  auto s = simulated::binary(7, 200, 3, signal);
  for (std::size_t i = 0; i < s.y.size(); ++i) s.y[i] = s.x(i, 0) > 0 ? 1 : 0;
  const auto fit = fit_lasso(s.data(), Task::binary, 1e-3);
  EXPECT_LT(worst_violation(s, Task::binary, 1e-3, fit), 1e-6);
  EXPECT_LT(std::abs(fit.slopes[0]), 1e3);
}

TEST(Lasso, ASingleClassHasNoSlopes) {
  auto s = simulated::binary(8, 50, 3, signal);
  s.y.assign(s.y.size(), 1.0F);
  EXPECT_EQ(present(fit_lasso(s.data(), Task::binary, 0.01)), 0U);
}

TEST(Lasso, AsAModelItPredictsWhatItFitted) {
  const auto s = awkward(simulated::binary(9, 300, 5, signal));
  const auto fit = fit_lasso(s.data(), Task::binary, 0.01);
  const auto model = make_lasso(0.01, Task::binary);
  model->fit(s.data());
  const auto predicted = model->predict(s.x.view());
  for (std::size_t i = 0; i < s.y.size(); ++i) {
    double eta = fit.intercept;
    for (std::size_t d = 0; d < fit.slopes.size(); ++d) eta += fit.slopes[d] * s.x(i, d);
    EXPECT_NEAR(predicted[i], 1 / (1 + std::exp(-eta)), 1e-6);
  }
  for (std::size_t d = 0; d < fit.slopes.size(); ++d)
    EXPECT_EQ(model->importance()[d], std::abs(fit.slopes[d]));
}

TEST(Lasso, SetsEachOfSeveralClassesAgainstTheRest) {
  const auto s = simulated::classes(10, 300, 4, [](const Matrix& x, std::size_t i) {
    return std::vector<double>{2 * x(i, 0), x(i, 1), 0};
  });
  const auto model = make_lasso(0.01, Task::multiclass);
  model->fit(s.data());
  std::vector<double> importance(4, 0.0);
  for (std::size_t k = 0; k < 3; ++k) {
    Sample one{s.x, s.y, s.weight};
    for (float& y : one.y) y = y == static_cast<float>(k) ? 1 : 0;
    const auto fit = fit_lasso(one.data(), Task::binary, 0.01);
    for (std::size_t d = 0; d < 4; ++d) importance[d] += std::abs(fit.slopes[d]);
  }
  EXPECT_EQ(model->importance(), importance);
  EXPECT_EQ(model->predict(s.x.view()).size(), 900U);
}

}  // namespace
}  // namespace drfs
