// Linear models against the conditions that define them: the normal equations, and a
// zero gradient of the penalised likelihood.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "models/simulated.hpp"

namespace drfs {
namespace {

using simulated::Sample;

double slope_sum(const Matrix& x, std::size_t i) {
  return 1 + 2 * x(i, 0) - x(i, 1);
}

/// Uneven weights, one column far from 0, two that nearly repeat each other.
Sample awkward(Sample s) {
  for (std::size_t i = 0; i < s.y.size(); ++i) {
    s.weight[i] = static_cast<float>(0.25 + (i % 5));
    s.x(i, 2) = 2010 + s.x(i, 2);
    s.x(i, 3) = s.x(i, 1) + 1e-3F * s.x(i, 3);
  }
  return s;
}

/// Intercept and slopes, read off the predictions at 0 and at the unit vectors.
struct Coefficients {
  double intercept;
  std::vector<double> slopes;
};

Coefficients coefficients(const Model& model, std::size_t columns, Task task) {
  Matrix units(columns + 1, columns);
  for (std::size_t d = 0; d < columns; ++d) units(d + 1, d) = 1;
  const auto p = model.predict(units.view());
  const auto eta = [&](double v) { return task == Task::regression ? v : std::log(v / (1 - v)); };
  Coefficients out{eta(p[0]), {}};
  for (std::size_t d = 0; d < columns; ++d) out.slopes.push_back(eta(p[d + 1]) - out.intercept);
  return out;
}

std::unique_ptr<Model> fitted(const Sample& s, Task task, double ridge) {
  auto model = make_model({.model = "linear", .ridge = ridge}, task);
  model->fit(s.data());
  return model;
}

TEST(RidgeRegression, AgreesWithTheClosedForm) {
  const auto s = awkward(simulated::regression(1, 1300, 5, 0.7, slope_sum));
  const double ridge = 3;
  const auto n = static_cast<Eigen::Index>(s.y.size());
  Eigen::MatrixXd design = Eigen::MatrixXd::Ones(n, 6);
  Eigen::VectorXd root(n);
  Eigen::VectorXd y(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index d = 0; d < 5; ++d) design(i, d + 1) = s.x(i, d);
    root[i] = std::sqrt(s.weight[i]);
    y[i] = s.y[i];
  }
  // Ridge as least squares on rows sqrt(w) (1, x) and sqrt(ridge) (0, e_d), solved by QR.
  Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(n + 5, 6);
  stacked.topRows(n) = root.asDiagonal() * design;
  stacked.bottomRightCorner(5, 5).diagonal().setConstant(std::sqrt(ridge));
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n + 5);
  right.head(n) = root.asDiagonal() * y;
  const Eigen::VectorXd expected = design * stacked.colPivHouseholderQr().solve(right);

  const auto predicted = fitted(s, Task::regression, ridge)->predict(s.x.view());
  for (Eigen::Index i = 0; i < n; ++i) EXPECT_NEAR(predicted[i], expected[i], 2e-6);
}

TEST(RidgeRegression, RecoversALineWithoutNoise) {
  const auto s = simulated::regression(2, 500, 3, 0.0, slope_sum);
  const auto at = coefficients(*fitted(s, Task::regression, 1e-9), 3, Task::regression);
  EXPECT_NEAR(at.intercept, 1, 1e-5);
  EXPECT_NEAR(at.slopes[0], 2, 1e-5);
  EXPECT_NEAR(at.slopes[1], -1, 1e-5);
  EXPECT_NEAR(at.slopes[2], 0, 1e-5);
}

TEST(RidgeRegression, AHugePenaltyLeavesTheMean) {
  const auto s = simulated::regression(3, 500, 3, 0.5, slope_sum);
  double mean = 0;
  for (const float v : s.y) mean += v / 500.0;
  for (const float v : fitted(s, Task::regression, 1e12)->predict(s.x.view()))
    EXPECT_NEAR(v, mean, 1e-5);
}

TEST(LogisticRegression, GradientOfThePenalisedLikelihoodIsZero) {
  const double ridge = 2;
  auto s = simulated::binary(4, 3000, 3, slope_sum);
  for (std::size_t i = 0; i < s.y.size(); ++i) s.weight[i] = static_cast<float>(0.5 + (i % 3));
  const auto model = fitted(s, Task::binary, ridge);
  const auto p = model->predict(s.x.view());
  const auto at = coefficients(*model, 3, Task::binary);
  double intercept_gradient = 0;
  std::vector<double> gradient(3);
  for (std::size_t d = 0; d < 3; ++d) gradient[d] = ridge * at.slopes[d];
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double residual = s.weight[i] * (static_cast<double>(p[i]) - s.y[i]);
    intercept_gradient += residual;
    for (std::size_t d = 0; d < 3; ++d) gradient[d] += residual * s.x(i, d);
  }
  // Predictions are single precision: 3000 roundings of 3e-8 and slopes to 1e-6.
  EXPECT_NEAR(intercept_gradient, 0, 1e-4);
  for (const double g : gradient) EXPECT_NEAR(g, 0, 1e-4);
  EXPECT_NEAR(at.slopes[0], 2, 0.3);
  EXPECT_NEAR(at.slopes[1], -1, 0.3);
}

TEST(LogisticRegression, SeparableDataStayFinite) {
  auto s = simulated::binary(5, 400, 2, slope_sum);
  for (std::size_t i = 0; i < 400; ++i) {
    s.x(i, 0) += s.x(i, 0) > 0 ? 1.0F : -1.0F;
    s.y[i] = s.x(i, 0) > 0 ? 1.0F : 0.0F;
  }
  for (const double ridge : {1.0, 1e-3, 1e-6}) {
    const auto model = fitted(s, Task::binary, ridge);
    const auto p = model->predict(s.x.view());
    for (std::size_t i = 0; i < 400; ++i) {
      EXPECT_TRUE(std::isfinite(p[i]));
      EXPECT_EQ(p[i] > 0.5F, s.y[i] > 0.5F);
    }
  }
  // With ridge 1 the optimum is moderate: the slope is where its gradient vanishes.
  const auto at = coefficients(*fitted(s, Task::binary, 1.0), 2, Task::binary);
  EXPECT_GT(at.slopes[0], 1);
  EXPECT_LT(at.slopes[0], 20);
}

TEST(LogisticRegression, StepsThatOvershootAreHalved) {
  // A rare class, most of it behind one indicator: the first full Newton step has slope 77, where
  // all curvature is gone, and undamped steps go back and forth for ever.
  Sample s{Matrix(1000, 1), std::vector<float>(1000), std::vector<float>(1000, 1.0F)};
  for (std::size_t i = 0; i < 10; ++i) s.x(i, 0) = s.y[i] = 1;
  for (std::size_t i = 10; i < 13; ++i) s.y[i] = 1;
  const double ridge = 1e-3;
  const auto p = fitted(s, Task::binary, ridge)->predict(s.x.view());
  const double p1 = p.front();
  const double p0 = p.back();
  const double slope = std::log(p1 / (1 - p1)) - std::log(p0 / (1 - p0));
  // Both components of the gradient vanish.
  EXPECT_NEAR(990 * p0 - 3, 10 * (1 - p1), 1e-4);
  EXPECT_NEAR(10 * (1 - p1) / (ridge * slope), 1, 1e-3);
}

TEST(LinearModel, WeightTwoIsARowTwice) {
  for (const Task task : {Task::regression, Task::binary}) {
    auto weighted = simulated::binary(6, 200, 2, slope_sum);
    Sample repeated{Matrix(300, 2), {}, std::vector<float>(300, 1.0F)};
    for (std::size_t i = 0; i < 300; ++i) {
      for (std::size_t d = 0; d < 2; ++d) repeated.x(i, d) = weighted.x(i % 200, d);
      repeated.y.push_back(weighted.y[i % 200]);
    }
    for (std::size_t i = 0; i < 100; ++i) weighted.weight[i] = 2;
    const auto a = fitted(weighted, task, 1)->predict(weighted.x.view());
    const auto b = fitted(repeated, task, 1)->predict(weighted.x.view());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-5);
  }
}

TEST(LinearModel, RowsOfWeightZeroDoNotCount) {
  auto s = simulated::regression(7, 300, 2, 0.2, slope_sum);
  const auto before = fitted({s.x, s.y, s.weight}, Task::regression, 1);
  for (std::size_t i = 0; i < 50; ++i) s.weight[i] = 0;
  const auto without = fitted(s, Task::regression, 1)->predict(s.x.view());
  for (std::size_t i = 0; i < 50; ++i) s.y[i] = 1e6F;
  EXPECT_EQ(fitted(s, Task::regression, 1)->predict(s.x.view()), without);
  EXPECT_NE(before->predict(s.x.view()), without);
}

TEST(LinearModel, ValuesThatAreNotFiniteAreNamed) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    auto s = simulated::regression(8, 100, 2, 0.2, slope_sum);
    const auto model = fitted(s, Task::regression, 1);
    s.x(17, 1) = bad;
    for (const bool fit : {true, false}) {
      try {
        fit ? model->fit(s.data()) : void(model->predict(s.x.view()));
        ADD_FAILURE() << "no error";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::internal);
        EXPECT_NE(std::string(error.what()).find("column 1"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("NaN"), std::string::npos) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace drfs
