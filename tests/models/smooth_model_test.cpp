// The smooth model on outcomes of known shape.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/random.hpp"
#include "drfs/models.hpp"

namespace drfs {
namespace {

using Outcome = std::function<double(double, double, double noise)>;

struct Sample {
  Matrix x;
  std::vector<float> y, weight;

  Sample(std::size_t rows, std::uint32_t draw, const Outcome& outcome)
      : x(rows, 2), weight(rows, 1.0F) {
    for (std::uint32_t i = 0; i < rows; ++i) {
      const auto z = normals(3, Stream::bench, {i, draw, 0, 0});
      x(i, 0) = static_cast<float>(z[0]);
      x(i, 1) = static_cast<float>(z[1]);
      y.push_back(static_cast<float>(outcome(z[0], z[1], z[2])));
    }
  }
};

/// Mean squared error on new rows.
double error(const Outcome& outcome, std::size_t rows) {
  ModelOptions options;
  options.model = "smooth";
  const auto model = make_model(options, Task::regression);
  const Sample train(rows, 0, outcome), test(2000, 1, outcome);
  model->fit({train.x.view(), train.y, train.weight});
  const auto predicted = model->predict(test.x.view());
  double sum = 0;
  for (std::size_t i = 0; i < predicted.size(); ++i)
    sum += std::pow(test.y[i] - predicted[i], 2) / static_cast<double>(predicted.size());
  return sum;
}

TEST(SmoothModel, LearnsALineFromFewRows) {
  EXPECT_LT(error([](double a, double b, double) { return 3 + a - 2 * b; }, 60), 0.02);
}

TEST(SmoothModel, LearnsBendsAndProducts) {
  EXPECT_LT(error([](double a, double b, double) { return std::abs(a) + a * b; }, 1500), 0.05);
}

TEST(SmoothModel, SmoothsNoiseAway) {
  // The least possible error is 1; without a penalty 20 columns on 100 rows would add a quarter.
  EXPECT_LT(error([](double, double, double noise) { return noise; }, 100), 1.12);
}

TEST(SmoothModel, WeighsRows) {
  // Two kinds of rows; those without weight leave no trace.
  Sample both(400, 0, [](double a, double, double) { return a; });
  for (std::size_t i = 0; i < 400; i += 2) {
    both.y[i] = -both.y[i];
    both.weight[i] = 1e-6F;
  }
  ModelOptions options;
  options.model = "smooth";
  const auto model = make_model(options, Task::regression);
  model->fit({both.x.view(), both.y, both.weight});
  const auto predicted = model->predict(both.x.view());
  for (std::size_t i = 1; i < 400; i += 2) EXPECT_NEAR(predicted[i], both.y[i], 0.2);
}

TEST(SmoothModel, SaysWhichColumnsMatter) {
  const Sample sample(500, 0, [](double a, double, double) { return a; });
  ModelOptions options;
  options.model = "smooth";
  const auto model = make_model(options, Task::regression);
  model->fit({sample.x.view(), sample.y, sample.weight});
  const auto importance = model->importance();
  ASSERT_EQ(importance.size(), 2U);
  EXPECT_GT(importance[0], 20 * importance[1]);
}

TEST(SmoothModel, IsForNumbersOnly) {
  ModelOptions options;
  options.model = "smooth";
  try {
    make_model(options, Task::binary);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault().remedy, "Supported: regression");
  }
}

}  // namespace
}  // namespace drfs
