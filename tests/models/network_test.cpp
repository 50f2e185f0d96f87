// The network against its formula in plain loops and double precision, and its gradient against
// finite differences of that.
#include "models/network.hpp"

#include <gtest/gtest.h>

#include "models/network_trainer.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

constexpr Eigen::Index kColumns = 3, kHidden = 7;

Eigen::Index outputs_of(Loss loss) {
  return loss == Loss::softmax ? 4 : 1;
}

simulated::Sample made_sample(Loss loss, std::size_t count) {
  const auto mean = [](const Matrix& x, std::size_t i) { return x(i, 0) - x(i, 1) * x(i, 2); };
  if (loss == Loss::squared) return simulated::regression(1, count, kColumns, 0.5, mean);
  if (loss == Loss::logistic) return simulated::binary(1, count, kColumns, mean);
  return simulated::classes(1, count, kColumns, [&](const Matrix& x, std::size_t i) {
    return std::vector<double>{0, 2 * mean(x, i), -1, 2 * x(i, 1)};
  });
}

NetworkRows made_rows(Loss loss, std::size_t count) {
  const auto sample = made_sample(loss, count);
  NetworkRows rows{Eigen::MatrixXf(kColumns, count), Eigen::VectorXf(count),
                   Eigen::VectorXf(count)};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t d = 0; d < kColumns; ++d) rows.x(d, i) = sample.x(i, d);
    rows.y[i] = sample.y[i];
    rows.weight[i] = 0.5F + static_cast<float>(i % 3) / 2;
  }
  return rows;
}

/// A network whose mask lets through some of everything.
Network masked_network(Loss loss) {
  Network network(kColumns, kHidden, loss, 3, outputs_of(loss));
  network.mask() << 0.9F, 0.4F, 0.7F;
  return network;
}

/// The opening comment of network.hpp, with theta = (W by columns, v by outputs, b, c, m).
std::vector<double> formula(const Eigen::VectorXd& theta, Eigen::Index outputs,
                            const Eigen::MatrixXf& x, Eigen::Index row) {
  const double* v = theta.data() + kHidden * kColumns;
  const double *b = v + kHidden * outputs, *c = b + kHidden, *m = c + outputs;
  std::vector<double> eta(c, c + outputs);
  for (Eigen::Index h = 0; h < kHidden; ++h) {
    double unit = b[h];
    for (Eigen::Index d = 0; d < kColumns; ++d) unit += theta[d * kHidden + h] * m[d] * x(d, row);
    for (Eigen::Index k = 0; k < outputs; ++k)
      eta[static_cast<std::size_t>(k)] += v[k * kHidden + h] * std::max(unit, 0.0);
  }
  return eta;
}

double loss_of(Loss loss, double y, const std::vector<double>& eta) {
  if (loss == Loss::softmax)
    return -std::log(simulated::probabilities(eta)[static_cast<std::size_t>(y)]);
  return loss_at(loss, y, eta[0]).value;
}

double mean_loss(const Eigen::VectorXd& theta, const NetworkRows& rows, Loss loss) {
  double sum = 0;
  for (Eigen::Index i = 0; i < rows.size(); ++i)
    sum += rows.weight[i] * loss_of(loss, rows.y[i], formula(theta, outputs_of(loss), rows.x, i));
  return sum / static_cast<double>(rows.size());
}

class EveryLoss : public testing::TestWithParam<Loss> {};

TEST_P(EveryLoss, OutputAndLossFollowTheFormula) {
  const Network network = masked_network(GetParam());
  const Eigen::VectorXd theta = network.parameters().cast<double>();
  const NetworkRows rows = made_rows(GetParam(), 600);  // more than a block of rows
  const Eigen::MatrixXf eta = network.output(rows.x);
  for (Eigen::Index i = 0; i < rows.size(); ++i) {
    const auto expected = formula(theta, outputs_of(GetParam()), rows.x, i);
    for (Eigen::Index k = 0; k < eta.cols(); ++k)
      EXPECT_NEAR(eta(i, k), expected[static_cast<std::size_t>(k)], 1e-5);
  }
  Eigen::VectorXf gradient;
  EXPECT_NEAR(network.loss(rows, gradient), mean_loss(theta, rows, GetParam()), 1e-5);
}

TEST_P(EveryLoss, GradientAgreesWithFiniteDifferences) {
  const Network network = masked_network(GetParam());
  const Eigen::VectorXd theta = network.parameters().cast<double>();
  for (const std::size_t count : {1, 2, 37}) {
    const NetworkRows rows = made_rows(GetParam(), count);
    Eigen::VectorXf gradient;
    network.loss(rows, gradient);
    ASSERT_EQ(gradient.size(), theta.size());
    for (Eigen::Index k = 0; k < theta.size(); ++k) {
      constexpr double kStep = 1e-6;
      Eigen::VectorXd up = theta, down = theta;
      up[k] += kStep;
      down[k] -= kStep;
      const double slope =
          (mean_loss(up, rows, GetParam()) - mean_loss(down, rows, GetParam())) / (2 * kStep);
      EXPECT_NEAR(gradient[k], slope, 1e-5) << "parameter " << k;
    }
  }
}

TEST_P(EveryLoss, TrainingLowersTheLoss) {
  Network network(kColumns, kHidden, GetParam(), 3, outputs_of(GetParam()));
  const NetworkRows rows = made_rows(GetParam(), 500);
  Eigen::VectorXf gradient;
  const double before = network.loss(rows, gradient);
  NetworkTrainer trainer(network, {}, 1);
  for (int epoch = 0; epoch < 100; ++epoch) trainer.epoch(rows);
  EXPECT_LT(network.loss(rows, gradient), 0.9 * before);
  EXPECT_EQ(network.mask(), Eigen::VectorXf::Ones(kColumns));
}

INSTANTIATE_TEST_SUITE_P(Network, EveryLoss,
                         testing::Values(Loss::squared, Loss::logistic, Loss::softmax),
                         [](const auto& instance) {
                           return instance.param == Loss::squared    ? "squared"
                                  : instance.param == Loss::logistic ? "logistic"
                                                                     : "softmax";
                         });

TEST(Network, PredictsTheProbabilitiesOfTheClasses) {
  Network network = masked_network(Loss::softmax);
  network.parameters() *= 30;  // far beyond where exp(eta) is finite
  const NetworkRows rows = made_rows(Loss::softmax, 600);
  const Eigen::MatrixXf eta = network.output(rows.x);
  const auto predicted = network.predict(rows.x);
  ASSERT_EQ(predicted.size(), 4 * 600U);
  for (Eigen::Index i = 0; i < 600; ++i)
    for (Eigen::Index k = 0; k < 4; ++k) {
      double inverse = 0;
      for (Eigen::Index other = 0; other < 4; ++other)
        inverse += std::exp(static_cast<double>(eta(i, other)) - eta(i, k));
      EXPECT_NEAR(predicted[static_cast<std::size_t>(k * 600 + i)], 1 / inverse, 1e-6);
    }
}

TEST(Network, StartsWithinTheBoundsOfGlorotAndByTheSeed) {
  const Network network(20, 100, Loss::squared, 5);
  const Eigen::ArrayXf input = network.parameters().head(20 * 100).array();
  const float bound = std::sqrt(6.0F / 120);
  EXPECT_LE(input.abs().maxCoeff(), bound);
  EXPECT_NEAR(input.square().mean(), bound * bound / 3, 0.05 * bound * bound);
  EXPECT_EQ(network.parameters(), Network(20, 100, Loss::squared, 5).parameters());
  EXPECT_NE(network.parameters(), Network(20, 100, Loss::squared, 6).parameters());
}

TEST(Network, APenaltyClosesTheMaskOfAColumnThatIsNoise) {
  const std::size_t count = 1000;
  NetworkRows rows{Eigen::MatrixXf(2, count), Eigen::VectorXf(count), Eigen::VectorXf::Ones(count)};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t d = 0; d < 2; ++d) rows.x(d, i) = simulated::normal(9, i, d);
    rows.y[i] = rows.x(1, i);
  }
  Network network(2, 50, Loss::squared, 0);
  NetworkTrainer trainer(network, {.learn_mask = true, .mask_penalty = 0.01}, 0);
  for (int epoch = 0; epoch < 200; ++epoch) {
    trainer.epoch(rows);
    ASSERT_GE(network.mask().minCoeff(), 0);
    ASSERT_LE(network.mask().maxCoeff(), 1);
  }
  EXPECT_LT(network.mask()[0], 0.3F);
  EXPECT_GT(network.mask()[1], network.mask()[0] + 0.3F);
}

}  // namespace
}  // namespace drfs
