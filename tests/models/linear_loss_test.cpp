// Losses of a linear predictor: slopes against finite differences, and values far out, where a
// careless formula overflows.
#include "models/linear_loss.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace drfs {
namespace {

TEST(LinearLoss, SlopesAndCurvaturesAreDerivatives) {
  constexpr double kStep = 1e-4;
  for (const Loss loss : {Loss::squared, Loss::logistic})
    for (const double y : {0.0, 1.0})
      for (const double eta : {-4.0, -0.5, 0.0, 0.3, 2.0}) {
        const LossAt at = loss_at(loss, y, eta), left = loss_at(loss, y, eta - kStep),
                     right = loss_at(loss, y, eta + kStep);
        EXPECT_NEAR(at.slope, (right.value - left.value) / (2 * kStep), 1e-7);
        EXPECT_NEAR(at.curvature, (right.slope - left.slope) / (2 * kStep), 1e-7);
      }
}

TEST(LinearLoss, TheLogisticOneIsTheLogLossOfTheProbability) {
  for (const double eta : {-3.0, -0.1, 0.0, 1.5}) {
    EXPECT_NEAR(loss_at(Loss::logistic, 1, eta).value, -std::log(sigmoid(eta)), 1e-12);
    EXPECT_NEAR(loss_at(Loss::logistic, 0, eta).value, -std::log(1 - sigmoid(eta)), 1e-12);
  }
}

TEST(LinearLoss, StaysANumberHoweverFarOut) {
  for (const double eta : {-1e308, -800.0, 800.0, 1e308})
    for (const double y : {0.0, 1.0}) {
      const LossAt at = loss_at(Loss::logistic, y, eta);
      EXPECT_TRUE(std::isfinite(at.value)) << eta;
      EXPECT_GE(at.value, 0) << eta;
      EXPECT_NEAR(at.slope, (eta > 0 ? 1 : 0) - y, 1e-12) << eta;
    }
  EXPECT_EQ(softplus(800), 800);
  EXPECT_GT(sigmoid(-700), 0) << "small, but not nothing";
}

TEST(Sigmoid, IsSymmetricAndUndoneByTheLogit) {
  for (const double eta : {-20.0, -3.0, 0.0, 0.25, 7.0}) {
    EXPECT_NEAR(sigmoid(eta) + sigmoid(-eta), 1, 1e-15);
    EXPECT_NEAR(logit(sigmoid(eta)), eta, 1e-6);
  }
}

TEST(Softmax, SumsToOneAndDoesNotSeeWhatIsAddedToAll) {
  std::vector<double> near = {0.5, -1, 2}, far = {1000.5, 999, 1002};
  const double log_sum = softmax(near), log_sum_far = softmax(far);
  EXPECT_NEAR(std::accumulate(near.begin(), near.end(), 0.0), 1, 1e-15);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(near[k], far[k], 1e-12);
  EXPECT_NEAR(log_sum, std::log(std::exp(0.5) + std::exp(-1) + std::exp(2)), 1e-12);
  EXPECT_NEAR(log_sum_far - log_sum, 1000, 1e-9);
}

TEST(TakeSlopes, OfTheSoftmaxAreDerivativesOfTheLogLoss) {
  const std::vector<double> eta = {0.5, -1, 2};
  const auto loss = [](std::vector<double> at) { return take_slopes(Loss::softmax, 1, at); };
  std::vector<double> slopes = eta;
  const double value = take_slopes(Loss::softmax, 1, slopes);
  EXPECT_NEAR(value, std::log(std::exp(0.5) + std::exp(-1) + std::exp(2)) + 1, 1e-12);
  for (std::size_t k = 0; k < 3; ++k) {
    auto left = eta, right = eta;
    left[k] -= 1e-5;
    right[k] += 1e-5;
    EXPECT_NEAR(slopes[k], (loss(right) - loss(left)) / 2e-5, 1e-8);
  }
}

TEST(TakeSlopes, OfTwoClassesAreThoseOfTheLogisticLoss) {
  for (const double y : {0.0, 1.0}) {
    std::vector<double> two = {0, 0.7}, one = {0.7};
    EXPECT_NEAR(take_slopes(Loss::softmax, y, two), take_slopes(Loss::logistic, y, one), 1e-12);
    EXPECT_NEAR(two[1], one[0], 1e-12);
    EXPECT_NEAR(two[0], -one[0], 1e-12);
  }
}

}  // namespace
}  // namespace drfs
