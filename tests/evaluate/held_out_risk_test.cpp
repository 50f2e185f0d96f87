// Held-out risk: ratios worked out by hand, the two ends of the scale, and a standard
// error that agrees with the spread over repeated samples.
#include <gtest/gtest.h>

#include "drfs/evaluate.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

const ModelOptions kLinear{.model = "linear", .ridge = 1e-6};

std::vector<Risk> risk(const Dataset& dataset, std::vector<std::size_t> features,
                       const ModelOptions& model = kLinear, int threads = 1) {
  Context context;
  context.threads = threads;
  return held_out_risk(dataset, features, model, context);
}

/// Outcomes and weights; the columns of x are 0 and give the models nothing to learn.
Dataset by_hand(Task task, std::vector<float> y, std::vector<float> weight, std::size_t selection) {
  Population p{"A", Matrix(y.size(), 1), y, weight, selection};
  return simulated::dataset(task, {p});
}

double line(const Matrix& x, std::size_t i) {
  return x(i, 0) + 0.5 * x(i, 1);
}

Dataset simulated_line(std::uint64_t seed, std::size_t rows, double noise) {
  return simulated::dataset(
      Task::regression,
      {simulated::population("A", simulated::regression(seed, rows, 4, noise, line), rows * 6 / 10),
       simulated::population("B", simulated::regression(seed + 1, rows, 4, noise, line),
                             rows / 2)});
}

TEST(HeldOutRisk, NoFeaturesIsExactlyOne) {
  auto weights = simulated_line(1, 200, 0.3);
  for (auto& p : weights.populations)
    for (std::size_t i = 0; i < p.weight.size(); ++i)
      p.weight[i] = 0.1F * static_cast<float>(i % 7);
  auto classes = weights;
  classes.task = Task::binary;
  for (auto& p : classes.populations)
    for (float& y : p.y) y = y > 0.4F ? 1.0F : 0.0F;
  for (const auto& dataset : {weights, classes})
    for (const auto& model : {kLinear, ModelOptions{}})
      for (const Risk& r : risk(dataset, {}, model)) {
        EXPECT_EQ(r.value, 1.0);
        EXPECT_EQ(r.standard_error, 0.0);
      }
}

TEST(HeldOutRisk, OfSeveralClassesIsTheLogLossOverThatOfTheShares) {
  auto dataset = by_hand(Task::multiclass, {0, 1, 1, 2, 0, 1, 2, 2}, {1, 1, 1, 1, 1, 1, 1, 2}, 4);
  dataset.target_levels = {"a", "b", "c"};
  EXPECT_EQ(risk(dataset, {})[0].value, 1.0);

  // With x = the class, and next to no penalty, the model is sure and right.
  for (std::size_t i = 0; i < 8; ++i) dataset.populations[0].x(i, 0) = dataset.populations[0].y[i];
  const double none = -(std::log(0.25) + std::log(0.5) + 3 * std::log(0.25));
  const auto model = make_model({.model = "xgb"}, Task::multiclass);
  const auto& p = dataset.populations[0];
  model->fit({p.x.view().first_rows(4), std::span(p.y).first(4), std::span(p.weight).first(4), 3});
  const auto predicted = model->predict(p.x.view().rows_from(4));
  const auto of = [&](std::size_t row, std::size_t k) { return double{predicted[k * 4 + row]}; };
  const double some =
      -(std::log(of(0, 0)) + std::log(of(1, 1)) + std::log(of(2, 2)) + 2 * std::log(of(3, 2)));
  EXPECT_NEAR(risk(dataset, {0}, {.model = "xgb"})[0].value, some / none, 1e-6);
}

TEST(HeldOutRisk, RegressionRatioWorkedOutByHand) {
  // Fit on x = 0, 1, 2, y = 1, 3, 5: predictions 1 + 2x; training mean 3.
  auto dataset = by_hand(Task::regression, {1, 3, 5, 2, 6, 9}, {1, 1, 1, 1, 2, 4}, 3);
  for (const std::size_t i : {0, 1, 2, 3, 4, 5}) dataset.populations[0].x(i, 0) = i % 3;
  // Held out: predictions 1, 3, 5; losses 1, 9, 16; losses of the mean 1, 9, 36.
  const double numerator = 1 * 1 + 2 * 9 + 4 * 16;
  const double denominator = 1 * 1 + 2 * 9 + 4 * 36;
  const double ratio = numerator / denominator;
  const double squares = std::pow(1 * (1 - ratio * 1), 2) + std::pow(2 * (9 - ratio * 9), 2) +
                         std::pow(4 * (16 - ratio * 36), 2);
  const Risk r = risk(dataset, {0})[0];
  EXPECT_NEAR(r.value, ratio, 1e-5);
  EXPECT_NEAR(r.standard_error, std::sqrt(1.5 * squares) / denominator, 1e-5);
}

TEST(HeldOutRisk, LogLossRatioWorkedOutByHand) {
  // Two groups with class shares 3/4 and 1/4 in training; the logistic fit reproduces them.
  auto dataset = by_hand(Task::binary, {1, 1, 1, 0, 0, 0, 0, 1, /* held out */ 1, 0, 1},
                         {1, 1, 1, 1, 1, 1, 1, 1, /* held out */ 2, 1, 1}, 8);
  for (const std::size_t i : {0, 1, 2, 3, 8, 9}) dataset.populations[0].x(i, 0) = 1;
  const double numerator = -2 * std::log(0.75) - std::log(0.25) - std::log(0.25);
  const double denominator = -4 * std::log(0.5);
  EXPECT_NEAR(risk(dataset, {0})[0].value, numerator / denominator, 1e-5);
}

TEST(HeldOutRisk, APerfectFeatureIsNearZero) {
  const auto regression = simulated_line(2, 2000, 0.0);
  for (const Risk& r : risk(regression, {0, 1})) EXPECT_LT(r.value, 1e-8);
  for (const Risk& r : risk(regression, {0, 1}, {})) EXPECT_LT(r.value, 0.03);
  auto classes = regression;
  classes.task = Task::binary;
  for (auto& p : classes.populations)
    for (std::size_t i = 0; i < p.y.size(); ++i) p.y[i] = p.x(i, 0) > 0 ? 1.0F : 0.0F;
  for (const auto& model : {kLinear, ModelOptions{}})
    for (const Risk& r : risk(classes, {0}, model)) {
      EXPECT_GE(r.value, 0);
      EXPECT_LT(r.value, 0.05);
    }
}

TEST(HeldOutRisk, NoiseIsNoBetterThanNothing) {
  const auto dataset = simulated_line(3, 3000, 0.5);
  for (const Risk& r : risk(dataset, {2, 3}, {})) EXPECT_GT(r.value, 1.0);
  for (const Risk& r : risk(dataset, {2, 3})) EXPECT_NEAR(r.value, 1.0, 0.01);
}

TEST(HeldOutRisk, IsTheShareOfTheVarianceLeft) {
  // var(x0) = 1, var(x1 / 2) = 0.25, noise 0.25: with x0 alone a third is left.
  for (const Risk& r : risk(simulated_line(4, 20000, 0.5), {0})) {
    EXPECT_NEAR(r.value, 1.0 / 3, 4 * r.standard_error);
    EXPECT_LT(r.standard_error, 0.01);
    EXPECT_GT(r.standard_error, 0.001);
  }
}

TEST(HeldOutRisk, StandardErrorIsTheSpreadOverSamples) {
  for (const Task task : {Task::regression, Task::binary}) {
    constexpr int kRepeats = 200;
    double sum = 0;
    double squares = 0;
    double errors = 0;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      const auto sample = task == Task::regression
                              ? simulated::regression(100 + repeat, 3000, 2, 1.0, line)
                              : simulated::binary(100 + repeat, 3000, 2, line);
      // Many training rows, few to score: the spread is that of scoring.
      const auto dataset = simulated::dataset(task, {simulated::population("A", sample, 2600)});
      const Risk r = risk(dataset, {0, 1})[0];
      sum += r.value;
      squares += r.value * r.value;
      errors += r.standard_error / kRepeats;
    }
    const double spread = std::sqrt(squares / kRepeats - std::pow(sum / kRepeats, 2));
    EXPECT_GT(errors, spread / 1.4);
    EXPECT_LT(errors, spread * 1.4);
  }
}

TEST(HeldOutRisk, AFeatureBringsAllItsColumns) {
  auto dataset = simulated_line(5, 2000, 0.0);
  dataset.features.resize(3);
  dataset.features[0].column_count = 2;
  dataset.features[1].first_column = 2;
  dataset.features[2].first_column = 3;
  for (const Risk& r : risk(dataset, {0})) EXPECT_LT(r.value, 1e-8);
  for (const Risk& r : risk(dataset, {1, 2})) EXPECT_GT(r.value, 0.95);
}

TEST(HeldOutRisk, OrderRepeatsAndThreadsDoNotChangeABit) {
  const auto dataset = simulated_line(6, 600, 0.4);
  const auto expected = risk(dataset, {0, 2, 3}, {});
  for (const auto& other : {risk(dataset, {3, 0, 2}, {}), risk(dataset, {2, 2, 3, 0}, {}),
                            risk(dataset, {0, 2, 3}, {}, 4)})
    for (std::size_t p = 0; p < expected.size(); ++p) {
      EXPECT_EQ(other[p].value, expected[p].value);
      EXPECT_EQ(other[p].standard_error, expected[p].standard_error);
    }
}

void expect_data_error(const Dataset& dataset, const std::string& text) {
  for (const auto& features : {std::vector<std::size_t>{}, std::vector<std::size_t>{0}}) {
    try {
      risk(dataset, features);
      ADD_FAILURE() << "no error: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::data);
      EXPECT_NE(std::string(error.what()).find("population A"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  }
}

TEST(HeldOutRisk, PopulationsWithoutARiskAreNamed) {
  const std::vector<float> ones(4, 1.0F);
  expect_data_error(by_hand(Task::regression, {2, 2, 2, 2}, ones, 2), "does not vary");
  expect_data_error(by_hand(Task::regression, {1, 2, 3, 4}, {1, 1, 0, 0}, 2), "does not vary");
  expect_data_error(by_hand(Task::regression, {1, 2, 3, 4}, ones, 4), "4 rows to fit and 0");
  expect_data_error(by_hand(Task::regression, {1, 2, 3, 4}, ones, 0), "0 rows to fit and 4");
  expect_data_error(by_hand(Task::binary, {1, 1, 0, 1}, ones, 2), "single class");
}

TEST(HeldOutRisk, WrongModelsAndFeaturesAreRefused) {
  const auto dataset = simulated_line(7, 100, 0.4);
  EXPECT_THROW(risk(dataset, {}, {.model = "tree"}), Error);
  EXPECT_THROW(risk(dataset, {4}), Error);
}

}  // namespace
}  // namespace drfs
