// Standard errors by replicate weights: worked out by hand, by brute force, and beside those of
// the delta method where the replicates are a jackknife.
#include <gtest/gtest.h>

#include <cmath>

#include "drfs/evaluate.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

const ModelOptions kLinear{.model = "linear", .ridge = 1e-6};

Risk risk_of(const Dataset& dataset, std::vector<std::size_t> features) {
  return held_out_risk(dataset, features, kLinear, {})[0];
}

/// Fit on x = 0, 1, 2, y = 1, 3, 5: predictions 1 + 2x, training mean 3. Held out: losses 1, 9, 16
/// and, of the mean, 1, 9, 36; weights 1, 2, 4.
Dataset by_hand() {
  Population p{"A", Matrix(6, 1), {1, 3, 5, 2, 6, 9}, {1, 1, 1, 1, 2, 4}, 3};
  for (const std::size_t i : {0, 1, 2, 3, 4, 5}) p.x(i, 0) = static_cast<float>(i % 3);
  return simulated::dataset(Task::regression, {p});
}

TEST(ReplicateWeights, StandardErrorWorkedOutByHand) {
  Dataset data = by_hand();
  Population& p = data.populations[0];
  p.replicate_weight = Matrix(6, 2, 100.0F);  // the rows that choose do not count
  const float replicates[2][3] = {{2, 0, 1}, {1, 3, -0.5F}};
  for (std::size_t r = 0; r < 2; ++r)
    for (std::size_t i = 0; i < 3; ++i) p.replicate_weight(3 + i, r) = replicates[r][i];
  data.replicate_scale = 0.7;
  const double value = (1.0 + 2 * 9 + 4 * 16) / (1.0 + 2 * 9 + 4 * 36);
  const double first = (2.0 + 16) / (2 + 36), second = (1 + 27 - 8.0) / (1 + 27 - 18);
  const Risk risk = risk_of(data, {0});
  EXPECT_NEAR(risk.value, value, 1e-5);
  EXPECT_NEAR(risk.standard_error,
              std::sqrt(0.7 * (std::pow(first - value, 2) + std::pow(second - value, 2))), 1e-4);
  EXPECT_EQ(risk_of(data, {}).standard_error, 0.0);
}

TEST(ReplicateWeights, AReplicateThatLeavesNothingLeavesTheErrorUnknown) {
  Dataset data = by_hand();
  data.populations[0].replicate_weight = Matrix(6, 1, -1.0F);
  data.replicate_scale = 4;
  const Risk risk = risk_of(data, {0});
  EXPECT_TRUE(std::isfinite(risk.value));
  EXPECT_TRUE(std::isnan(risk.standard_error));
}

double line(const Matrix& x, std::size_t i) {
  return x(i, 0) + 0.5 * x(i, 1);
}

TEST(ReplicateWeights, AgreeWithBruteForce) {
  constexpr std::size_t kRows = 300, kChoosing = 180, kReplicates = 20;
  for (const Task task : {Task::regression, Task::binary}) {
    const auto sample = task == Task::regression ? simulated::regression(5, kRows, 2, 0.5, line)
                                                 : simulated::binary(5, kRows, 2, line);
    Dataset data = simulated::dataset(task, {simulated::population("A", sample, kChoosing)});
    Population& p = data.populations[0];
    p.replicate_weight = Matrix(kRows, kReplicates);
    for (std::size_t i = 0; i < kRows; ++i) {
      p.weight[i] = 0.5F + static_cast<float>(i * 7 % 11) / 10;
      for (std::size_t r = 0; r < kReplicates; ++r)
        p.replicate_weight(i, r) = p.weight[i] * (static_cast<float>((i + 3 * r) % 5) - 0.2F);
    }
    data.replicate_scale = 4.0 / kReplicates;

    const auto model = make_model(kLinear, task);
    Matrix x(kRows, 1);
    std::ranges::copy(p.x.column(0), x.column(0).begin());
    model->fit({x.view().first_rows(kChoosing), std::span(p.y).first(kChoosing),
                std::span(p.weight).first(kChoosing)});
    const auto predicted = model->predict(x.view().rows_from(kChoosing));
    double sum = 0, total = 0;
    for (std::size_t i = 0; i < kChoosing; ++i) sum += p.weight[i] * p.y[i], total += p.weight[i];
    const auto loss = [&](double y, double mu) {
      if (task == Task::regression) return (y - mu) * (y - mu);
      return y > 0.5 ? -std::log(mu) : -std::log(1 - mu);
    };
    const auto ratio = [&](auto weight) {
      double above = 0, below = 0;
      for (std::size_t i = kChoosing; i < kRows; ++i) {
        above += weight(i) * loss(p.y[i], predicted[i - kChoosing]);
        below += weight(i) * loss(p.y[i], sum / total);
      }
      return above / below;
    };
    const double value = ratio([&](std::size_t i) { return p.weight[i]; });
    double squares = 0;
    for (std::size_t r = 0; r < kReplicates; ++r)
      squares +=
          std::pow(ratio([&](std::size_t i) { return p.replicate_weight(i, r); }) - value, 2);

    const Risk risk = risk_of(data, {0});
    EXPECT_NEAR(risk.value, value, 1e-6);
    EXPECT_NEAR(risk.standard_error, std::sqrt(data.replicate_scale * squares), 1e-6);
    EXPECT_GT(risk.standard_error, 0.001);
  }
}

TEST(ReplicateWeights, OfAJackknifeGiveTheErrorOfTheDeltaMethod) {
  constexpr std::size_t kRows = 700, kChoosing = 400, kScoring = kRows - kChoosing;
  Dataset data = simulated::dataset(
      Task::regression,
      {simulated::population("A", simulated::regression(6, kRows, 2, 0.5, line), kChoosing)});
  const double by_delta = risk_of(data, {0}).standard_error;
  Population& p = data.populations[0];
  p.replicate_weight = Matrix(kRows, kScoring, 1.0F);
  for (std::size_t r = 0; r < kScoring; ++r) p.replicate_weight(kChoosing + r, r) = 0;
  data.replicate_scale = (kScoring - 1.0) / kScoring;
  EXPECT_NEAR(risk_of(data, {0}).standard_error, by_delta, 0.05 * by_delta);
}

}  // namespace
}  // namespace drfs
