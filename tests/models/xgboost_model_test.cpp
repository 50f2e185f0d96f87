// Boosted trees: accuracy on known functions, and what the border to XGBoost promises:
// strides, weights, missing values, silence, errors.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xgboost/c_api.h>

#include <filesystem>
#include <limits>
#include <thread>

#include "models/simulated.hpp"

namespace drfs {
namespace {

using simulated::Sample;
using simulated::unexplained;

std::vector<float> fit_predict(const ModelOptions& options, Task task, const TrainingData& data,
                               MatrixView<const float> x) {
  const auto model = make_model(options, task);
  model->fit(data);
  return model->predict(x);
}

double square(const Matrix& x, std::size_t i) {
  return x(i, 0) * x(i, 0);
}

TEST(XgboostModel, FitsASquareThatALineCannot) {
  const auto train = simulated::regression(1, 4000, 3, 0.1, square);
  const auto test = simulated::regression(2, 2000, 3, 0.0, square);
  const auto trees = unexplained(
      test.y, fit_predict({.model = "xgb"}, Task::regression, train.data(), test.x.view()));
  const auto line = unexplained(
      test.y, fit_predict({.model = "linear"}, Task::regression, train.data(), test.x.view()));
  EXPECT_LT(trees, 0.05);
  EXPECT_GT(line, 0.9);
}

TEST(XgboostModel, ProbabilitiesAreNearTheTruth) {
  const auto logit = [](const Matrix& x, std::size_t i) { return 2 * std::abs(x(i, 0)) - 1.5; };
  const auto train = simulated::binary(3, 20000, 1, logit);
  const auto test = simulated::columns(4, 1000, 1);
  const auto p = fit_predict({.model = "xgb", .trees = 40, .depth = 3}, Task::binary, train.data(),
                             test.view());
  double error = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    error += std::abs(p[i] - 1 / (1 + std::exp(-logit(test, i)))) / 1000;
  EXPECT_LT(error, 0.04);
}

TEST(XgboostModel, OutcomesFarFromZeroNeedNoWarmUp) {
  // One tree of a small rate: only the right starting value gets near 1000.
  auto sample = simulated::regression(5, 500, 1, 1.0, [](const auto&, auto) { return 1000.0; });
  for (const float v : fit_predict({.model = "xgb", .trees = 1, .tree_rate = 0.01},
                                   Task::regression, sample.data(), sample.x.view()))
    EXPECT_NEAR(v, 1000, 1);
}

/// The same values, rows and columns of a larger block whose other values are NaN.
struct Embedded {
  Matrix block;
  MatrixView<const float> view;
  explicit Embedded(const Matrix& x)
      : block(x.rows() + 9, x.columns(), std::numeric_limits<float>::quiet_NaN()) {
    for (std::size_t d = 0; d < x.columns(); ++d)
      for (std::size_t i = 0; i < x.rows(); ++i) block(i + 4, d) = x(i, d);
    view = std::as_const(block).view().rows_from(4).first_rows(x.rows());
  }
};

TEST(XgboostModel, StridedViewsGiveTheSameBitsAsDenseOnes) {
  for (const std::size_t count : {1, 2, 7}) {
    const auto sample = simulated::regression(6, 600, count, 0.3, square);
    const auto dense =
        fit_predict({.model = "xgb"}, Task::regression, sample.data(), sample.x.view());
    const Embedded strided(sample.x);
    EXPECT_EQ(dense, fit_predict({.model = "xgb"}, Task::regression,
                                 {strided.view, sample.y, sample.weight}, strided.view));
  }
}

/// XGBoost called by hand, on a row-major copy and without strides.
std::vector<float> row_major_oracle(const ModelOptions& options, const Sample& s) {
  std::vector<float> values;
  for (std::size_t i = 0; i < s.x.rows(); ++i)
    for (std::size_t d = 0; d < s.x.columns(); ++d) values.push_back(s.x(i, d));
  double mean = 0;
  for (const float y : s.y) mean += y;
  mean /= static_cast<double>(s.y.size());

  DMatrixHandle matrix = nullptr;
  BoosterHandle booster = nullptr;
  XGDMatrixCreateFromMat_omp(values.data(), s.x.rows(), s.x.columns(), NAN, &matrix, 1);
  XGDMatrixSetFloatInfo(matrix, "label", s.y.data(), s.y.size());
  XGBoosterCreate(&matrix, 1, &booster);
  XGBoosterSetParam(booster, "tree_method", "hist");
  XGBoosterSetParam(booster, "nthread", "1");
  XGBoosterSetParam(booster, "max_depth", std::to_string(options.depth).c_str());
  XGBoosterSetParam(booster, "eta", std::to_string(options.tree_rate).c_str());
  XGBoosterSetParam(booster, "base_score", fmt::format("{:.9g}", mean).c_str());
  for (int round = 0; round < options.trees; ++round)
    XGBoosterUpdateOneIter(booster, round, matrix);
  bst_ulong length = 0;
  const float* predicted = nullptr;
  XGBoosterPredict(booster, matrix, 0, 0, 0, &length, &predicted);
  std::vector<float> out(predicted, predicted + length);
  XGBoosterFree(booster);
  XGDMatrixFree(matrix);
  return out;
}

TEST(XgboostModel, ColumnMajorInputGivesTheBitsOfARowMajorCopy) {
  auto sample = simulated::regression(7, 800, 6, 0.3, square);
  for (std::size_t i = 0; i < 800; i += 11)
    sample.x(i, 1) = std::numeric_limits<float>::quiet_NaN();
  const ModelOptions options{.model = "xgb", .trees = 40, .depth = 4, .tree_rate = 0.25};
  EXPECT_EQ(fit_predict(options, Task::regression, sample.data(), sample.x.view()),
            row_major_oracle(options, sample));
}

TEST(XgboostModel, WeightTwoIsARowTwice) {
  // With fewer distinct values than bins, the histograms have the same cuts either way.
  auto weighted = simulated::regression(8, 200, 2, 0.5, square);
  Sample repeated{Matrix(300, 2), {}, std::vector<float>(300, 1.0F)};
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t d = 0; d < 2; ++d) repeated.x(i, d) = weighted.x(i % 200, d);
    repeated.y.push_back(weighted.y[i % 200]);
  }
  for (std::size_t i = 0; i < 100; ++i) weighted.weight[i] = 2;
  const auto a =
      fit_predict({.model = "xgb"}, Task::regression, weighted.data(), weighted.x.view());
  const auto b =
      fit_predict({.model = "xgb"}, Task::regression, repeated.data(), weighted.x.view());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-5);
}

TEST(XgboostModel, MissingValuesGoWhereTheyBelong) {
  auto sample = simulated::regression(9, 1000, 1, 0.0, square);
  for (std::size_t i = 0; i < 200; ++i) {
    sample.x(i, 0) = std::numeric_limits<float>::quiet_NaN();
    sample.y[i] = -5;
  }
  const auto p = fit_predict({.model = "xgb"}, Task::regression, sample.data(), sample.x.view());
  for (std::size_t i = 0; i < 200; ++i) EXPECT_NEAR(p[i], -5, 0.2);
  EXPECT_LT(unexplained(sample.y, p), 0.02);
}

TEST(XgboostModel, FailuresBecomeErrorsWithItsText) {
  const auto sample = simulated::regression(10, 50, 1, 0.0, square);
  const auto model = make_model({.model = "xgb"}, Task::binary);
  try {
    model->fit(sample.data());  // labels outside [0, 1]
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::internal);
    EXPECT_NE(std::string(error.what()).find("XGBoost"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("label"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find("Stack trace"), std::string::npos) << error.what();
  }
}

TEST(XgboostModel, PrintsNothingFromAnyThread) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const auto work = [] {
    const auto sample = simulated::regression(11, 100, 1, 0.0, square);
    fit_predict({.model = "xgb", .trees = 3}, Task::regression, sample.data(), sample.x.view());
    EXPECT_THROW(make_model({.model = "xgb"}, Task::binary)->fit(sample.data()), Error);
  };
  work();
  std::thread(work).join();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(XgboostModel, StartsNoThreadsOfItsOwn) {
  const std::filesystem::path tasks = "/proc/self/task";
  if (!std::filesystem::exists(tasks)) GTEST_SKIP() << "no /proc";
  const auto count = [&] { return std::distance(std::filesystem::directory_iterator(tasks), {}); };
  // In a fresh thread, whose OpenMP pool does not exist yet.
  std::thread([&] {
    const auto before = count();
    const auto sample = simulated::regression(12, 5000, 4, 0.1, square);
    fit_predict({.model = "xgb", .trees = 3}, Task::regression, sample.data(), sample.x.view());
    EXPECT_EQ(count(), before);
  }).join();
}

}  // namespace
}  // namespace drfs
