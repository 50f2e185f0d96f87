// Steps of Adam, of which the first is known without knowing the network: by the rate, against the
// sign of the gradient.
#include "models/network_trainer.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "models/simulated.hpp"

namespace drfs {
namespace {

NetworkRows rows(Eigen::Index count = 30) {
  NetworkRows out{Eigen::MatrixXf(3, count), Eigen::VectorXf(count), Eigen::VectorXf::Ones(count)};
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index d = 0; d < 3; ++d)
      out.x(d, i) = simulated::normal(4, static_cast<std::size_t>(i), static_cast<std::size_t>(d));
    out.y[i] = out.x(0, i) - 2 * out.x(1, i);
  }
  return out;
}

Network network() {
  return {3, 4, Loss::squared, 7};
}

TEST(NetworkTrainer, TheFirstStepIsTheRateAgainstTheSignOfTheGradient) {
  Network net = network();
  const Eigen::VectorXf before = net.parameters();
  Eigen::VectorXf gradient;
  net.loss(rows(), gradient);
  // All rows are one batch; epsilon would shorten the steps of small gradients.
  NetworkTrainer(net, {.rate = 0.01, .epsilon = 1e-20F}, 1).epoch(rows());
  const Eigen::Index mask = net.parameters().size() - 3;
  for (Eigen::Index i = 0; i < mask; ++i) {
    const float sign = gradient[i] > 0 ? 1.0F : gradient[i] < 0 ? -1.0F : 0.0F;
    EXPECT_NEAR(net.parameters()[i], before[i] - 0.01F * sign, 1e-5) << i;
  }
}

TEST(NetworkTrainer, TheMaskStaysUnlessItIsLearned) {
  Network net = network();
  NetworkTrainer trainer(net, {.rate = 0.1}, 1);
  for (int epoch = 0; epoch < 5; ++epoch) trainer.epoch(rows());
  EXPECT_TRUE((net.mask().array() == 1.0F).all());
}

TEST(NetworkTrainer, ALearnedMaskStaysBetweenZeroAndOne) {
  for (const double penalty : {-10.0, 10.0}) {
    Network net = network();
    NetworkTrainer trainer(net, {.rate = 0.5, .learn_mask = true, .mask_penalty = penalty}, 1);
    for (int epoch = 0; epoch < 5; ++epoch) trainer.epoch(rows());
    EXPECT_TRUE((net.mask().array() == (penalty > 0 ? 0.0F : 1.0F)).all()) << penalty;
  }
}

TEST(NetworkTrainer, DecayMakesWeightsSmaller) {
  const auto size_after = [](double decay) {
    Network net = network();
    NetworkTrainer trainer(net, {.rate = 0.01, .decay = decay}, 1);
    for (int epoch = 0; epoch < 200; ++epoch) trainer.epoch(rows());
    return net.parameters().head(net.weight_count()).norm();
  };
  EXPECT_LT(size_after(1000), 0.1F * size_after(0));
}

TEST(NetworkTrainer, TheSeedDecidesTheOrderOfTheRows) {
  const auto trained = [](std::uint64_t seed) {
    Network net = network();
    NetworkTrainer trainer(net, {.batch_rows = 7, .rate = 0.01}, seed);
    trainer.epoch(rows());
    return net.parameters();
  };
  EXPECT_EQ(trained(1), trained(1));
  EXPECT_NE(trained(1), trained(2));
}

TEST(NetworkTrainer, AStopEndsAnEpochBetweenBatches) {
  Network net = network();
  const Eigen::VectorXf before = net.parameters();
  const std::atomic<bool> stop{true};
  Context context;
  context.stop = &stop;
  NetworkTrainer trainer(net, {}, 1);
  EXPECT_THROW(trainer.epoch(rows(), context), Error);
  EXPECT_EQ(net.parameters(), before);
}

}  // namespace
}  // namespace drfs
