// Which products the smooth learner sees: the ones that matter, also among many features.
#include "models/products.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/random.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

constexpr std::size_t kColumns = 20;
using Outcome = std::function<double(const Matrix&, std::size_t row, double noise)>;

struct Sample {
  Matrix x;
  std::vector<float> y, weight;

  Sample(std::size_t rows, std::uint32_t draw, const Outcome& outcome)
      : x(rows, kColumns), weight(rows, 1.0F) {
    for (std::uint32_t i = 0; i < rows; ++i) {
      for (std::uint32_t d = 0; d < kColumns; ++d)
        x(i, d) = static_cast<float>(normals(8, Stream::bench, {i, draw, d, 0})[0]);
      y.push_back(
          static_cast<float>(outcome(x, i, normals(8, Stream::bench, {i, draw, 99, 0})[0])));
    }
  }
  TrainingData rows(std::size_t classes = 0) const { return {x.view(), y, weight, classes}; }
};

std::vector<FeaturePair> seen(const std::vector<TrainingData>& populations, std::size_t most = 66) {
  std::vector<BasisPlan::Feature> features;
  for (std::size_t d = 0; d < kColumns; ++d) features.push_back({{d}, {}});
  return products_to_see(BasisPlan(features, from_to(0, kColumns), kColumns, 1000), most,
                         populations, {});
}

bool has(const std::vector<FeaturePair>& pairs, FeaturePair pair) {
  return std::ranges::find(pairs, pair) != pairs.end();
}

TEST(Products, AreThoseThatExplainWhatSumsLeave) {
  // The lines and the bend are forty times the product, and of no concern here.
  const Sample sample(1500, 0, [](const Matrix& x, std::size_t i, double noise) {
    return 6 * x(i, 0) + 3 * x(i, 1) * x(i, 1) + x(i, 7) * x(i, 18) + noise;
  });
  const auto pairs = seen({sample.rows()});
  EXPECT_LT(pairs.size(), 10U);
  EXPECT_TRUE(has(pairs, {7, 18}));
}

TEST(Products, ThatChanceMakesAreNotSeen) {
  const Sample useless(300, 0, [](const Matrix&, std::size_t, double noise) { return noise; });
  EXPECT_LT(seen({useless.rows()}).size(), 4U);  // of 190
  const Sample constant(300, 0, [](const Matrix&, std::size_t, double) { return 1; });
  EXPECT_TRUE(seen({constant.rows()}).empty());
}

TEST(Products, ThatOnlyAllPopulationsTogetherShowAreSeen) {
  std::vector<Sample> samples;
  for (std::uint32_t p = 0; p < 8; ++p)
    samples.emplace_back(250, p, [](const Matrix& x, std::size_t i, double noise) {
      return 0.16 * x(i, 7) * x(i, 18) + noise;
    });
  std::vector<TrainingData> all;
  std::size_t alone = 0;
  for (const auto& sample : samples) {
    all.push_back(sample.rows());
    alone += has(seen({sample.rows()}), {7, 18}) ? 1 : 0;
  }
  EXPECT_LT(alone, 5U);
  EXPECT_TRUE(has(seen(all), {7, 18}));
}

TEST(Products, EveryPopulationAndClassHasAVoice) {
  // 78 products of the first population come before any that is of no use to it.
  const Sample many(1500, 0, [](const Matrix& x, std::size_t i, double noise) {
    double sum = 0.1 * noise;
    for (std::size_t a = 0; a < 13; ++a)
      for (std::size_t b = a + 1; b < 13; ++b) sum += x(i, a) * x(i, b);
    return sum;
  });
  const Sample one(1500, 1, [](const Matrix& x, std::size_t i, double noise) {
    return x(i, 17) * x(i, 19) + noise;
  });
  const Sample classes(1500, 2, [](const Matrix& x, std::size_t i, double noise) {
    const bool second = x(i, 15) * x(i, 16) + 0.5 * noise > 0.5;
    return second ? 2 : (noise > 0 ? 1 : 0);
  });
  const auto pairs = seen({many.rows(), one.rows(), classes.rows(3)});
  EXPECT_TRUE(has(pairs, {17, 19}));
  EXPECT_TRUE(has(pairs, {15, 16}));
  EXPECT_FALSE(has(seen({many.rows()}), {17, 19}));
}

TEST(Products, AreLearntByTheSmoothModelOfManyColumns) {
  const Outcome outcome = [](const Matrix& x, std::size_t i, double noise) {
    return 2 * x(i, 0) + 3 * x(i, 5) * x(i, 16) + 0.1 * noise;
  };
  const Sample train(1500, 0, outcome), test(1000, 1, outcome);
  ModelOptions options;
  options.model = "smooth";
  const auto model = make_model(options, Task::regression);
  model->fit(train.rows());
  const auto predicted = model->predict(test.x.view());
  double loss = 0;
  for (std::size_t i = 0; i < predicted.size(); ++i)
    loss += std::pow(test.y[i] - predicted[i], 2) / static_cast<double>(predicted.size());
  EXPECT_LT(loss, 1.3);  // of a variance of 13; without the product 9 are left
}

}  // namespace
}  // namespace drfs
