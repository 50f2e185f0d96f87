// Metrics worked out by hand, against brute force, and under weights that stand for copies.
#include "evaluate/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/simulated.hpp"

namespace drfs {
namespace {

using Floats = std::vector<float>;

double metric(Metric metric, const Floats& y, const Floats& prediction, Floats weight = {}) {
  if (weight.empty()) weight.assign(y.size(), 1.0F);
  return value_of(metric, {y, prediction, weight});
}

TEST(Metrics, WorkedOutByHand) {
  EXPECT_DOUBLE_EQ(metric(Metric::mse, {1, 2, 4}, {1, 3, 2}), 5.0 / 3);
  // The mean of 1, 2, 6 is 3 and the squares around it add up to 14.
  EXPECT_DOUBLE_EQ(metric(Metric::r2, {1, 2, 6}, {1, 2, 4}), 1 - 4.0 / 14);
  EXPECT_DOUBLE_EQ(metric(Metric::accuracy, {0, 1, 1, 0}, {0.2F, 0.7F, 0.4F, 0.9F}), 0.5);
  EXPECT_NEAR(metric(Metric::log_loss, {1, 0}, {0.8F, 0.4F}), -(std::log(0.8) + std::log(0.6)) / 2,
              1e-7);
  EXPECT_DOUBLE_EQ(metric(Metric::auc, {0, 1, 0, 1}, {0.1F, 0.4F, 0.35F, 0.8F}), 1.0);
  EXPECT_DOUBLE_EQ(metric(Metric::auc, {0, 1, 0, 1}, {0.5F, 0.5F, 0.5F, 0.5F}), 0.5);
}

TEST(Metrics, OfSeveralClassesWorkedOutByHand) {
  // Rows of the classes 0, 1, 2, 2 with the probabilities
  //   (0.5, 0.3, 0.2)  (0.1, 0.2, 0.7)  (0.2, 0.2, 0.6)  (0.4, 0.4, 0.2).
  const Floats y = {0, 1, 2, 2};
  const Floats p = {0.5F, 0.1F, 0.2F, 0.4F, 0.3F, 0.2F, 0.2F, 0.4F, 0.2F, 0.7F, 0.6F, 0.2F};
  EXPECT_DOUBLE_EQ(metric(Metric::accuracy, y, p), 0.5);
  EXPECT_NEAR(metric(Metric::log_loss, y, p),
              -(std::log(0.5) + std::log(0.2) + std::log(0.6) + std::log(0.2)) / 4, 1e-7);
  // Class 0: 0.5 is above all others, 1. Class 1: 0.2 is below 0.3 and 0.4 and ties once, 1/6.
  // Class 2: 0.6 is above 0.2 and below 0.7; 0.2 ties with 0.2 and is below 0.7; 1.5 / 4.
  EXPECT_NEAR(metric(Metric::auc, y, p), (1 + 1.0 / 6 + 1.5 / 4) / 3, 1e-12);
  // A class that does not occur has no curve.
  EXPECT_NEAR(metric(Metric::auc, {0, 0, 2, 2}, p), (2.0 / 4 + 1.5 / 4) / 2, 1e-12);
}

TEST(Metrics, AWrongCertaintyCostsMuchButNotInfinitelyMuch) {
  const double loss = metric(Metric::log_loss, {1}, {0});
  EXPECT_GT(loss, 30);
  EXPECT_TRUE(std::isfinite(loss));
}

TEST(Metrics, WhatIsNotDefinedIsNotANumber) {
  EXPECT_TRUE(std::isnan(metric(Metric::r2, {2, 2}, {1, 3})));
  EXPECT_TRUE(std::isnan(metric(Metric::auc, {1, 1}, {0.1F, 0.3F})));
  EXPECT_TRUE(std::isnan(metric(Metric::auc, {1, 0}, {0.1F, std::nanf("")})));
}

struct Rows {
  Floats y, prediction, weight;
};

/// Classes and probabilities with many ties, weights 1 to 3.
Rows classes(std::size_t rows) {
  Rows out;
  for (std::size_t i = 0; i < rows; ++i) {
    out.y.push_back(simulated::normal(1, i, 0) > 0 ? 1.0F : 0.0F);
    out.prediction.push_back(std::round(5 / (1 + std::exp(-simulated::normal(1, i, 1)))) / 5);
    out.weight.push_back(static_cast<float>(1 + i % 3));
  }
  return out;
}

TEST(Metrics, AreaUnderTheCurveIsTheShareOfOrderedPairs) {
  const Rows r = classes(60);
  double right = 0, all = 0;
  for (std::size_t i = 0; i < 60; ++i)
    for (std::size_t j = 0; j < 60; ++j) {
      if (r.y[i] != 1 || r.y[j] != 0) continue;
      const double pair = r.weight[i] * r.weight[j];
      all += pair;
      right += r.prediction[i] > r.prediction[j]    ? pair
               : r.prediction[i] == r.prediction[j] ? pair / 2
                                                    : 0;
    }
  EXPECT_NEAR(metric(Metric::auc, r.y, r.prediction, r.weight), right / all, 1e-12);
}

TEST(Metrics, AWeightOfThreeIsThreeRows) {
  const Rows r = classes(50);
  Rows copies;
  for (std::size_t i = 0; i < 50; ++i)
    for (int k = 0; k < static_cast<int>(r.weight[i]); ++k) {
      copies.y.push_back(r.y[i]);
      copies.prediction.push_back(r.prediction[i]);
    }
  for (const auto& [m, name, by_name] : kMetricNames)
    EXPECT_NEAR(metric(m, r.y, r.prediction, r.weight), metric(m, copies.y, copies.prediction),
                1e-9)
        << name;
}

TEST(Metrics, AreaUnderTheCurveSeesTheOrderOfThePredictionsOnly) {
  const Rows r = classes(80);
  Floats cubed, turned, swapped;
  for (std::size_t i = 0; i < 80; ++i) {
    cubed.push_back(r.prediction[i] * r.prediction[i] * r.prediction[i]);
    turned.push_back(1 - r.prediction[i]);
    swapped.push_back(1 - r.y[i]);
  }
  const double area = metric(Metric::auc, r.y, r.prediction, r.weight);
  EXPECT_NEAR(metric(Metric::auc, r.y, cubed, r.weight), area, 1e-12);
  EXPECT_NEAR(metric(Metric::auc, r.y, turned, r.weight), 1 - area, 1e-12);
  EXPECT_NEAR(metric(Metric::auc, swapped, turned, r.weight), area, 1e-12);
}

TEST(Metrics, TheLogLossOfTheBaseRateIsTheEntropy) {
  const Floats y = {1, 0, 0, 0}, rate(4, 0.25F);
  EXPECT_NEAR(metric(Metric::log_loss, y, rate), -(0.25 * std::log(0.25) + 0.75 * std::log(0.75)),
              1e-7);
  for (const float other : {0.2F, 0.3F})  // no constant does better
    EXPECT_GT(metric(Metric::log_loss, y, Floats(4, other)), metric(Metric::log_loss, y, rate));
}

TEST(Metrics, TheShareExplainedDoesNotDependOnTheUnit) {
  const Floats y = {1, 2, 6, 4}, p = {1, 3, 5, 5};
  Floats far_y, far_p;
  for (std::size_t i = 0; i < 4; ++i) {
    far_y.push_back(100 - 8 * y[i]);
    far_p.push_back(100 - 8 * p[i]);
  }
  EXPECT_NEAR(metric(Metric::r2, far_y, far_p), metric(Metric::r2, y, p), 1e-12);
  EXPECT_NEAR(metric(Metric::mse, far_y, far_p), 64 * metric(Metric::mse, y, p), 1e-9);
}

}  // namespace
}  // namespace drfs
