// How weight moves between populations.
#include "baselines/reweighting.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "baselines/lasso.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

/// Population p has y = x_p with this much noise, all in the same number of rows.
Dataset noisy_populations(const std::vector<double>& noise) {
  std::vector<Population> populations;
  for (std::size_t p = 0; p < noise.size(); ++p)
    populations.push_back(simulated::population(
        std::string(1, static_cast<char>('A' + p)),
        simulated::regression(10 + p, 300, noise.size(), noise[p],
                              [p](const Matrix& x, std::size_t i) { return x(i, p); }),
        200));
  return simulated::dataset(Task::regression, std::move(populations));
}

/// Predicts 0 and remembers nothing.
class ZeroModel : public Model {
 public:
  void fit(const TrainingData&) override {}
  std::vector<float> predict(MatrixView<const float> x) const override {
    return std::vector<float>(x.rows, 0.0F);
  }
  std::vector<double> importance() const override { return {}; }
};

const ModelMaker kZero = [] { return std::make_unique<ZeroModel>(); };

TEST(RobustShares, StartEqual) {
  PooledRows rows(noisy_populations({0.1, 1, 2, 0.1}));
  EXPECT_EQ(robust_shares(rows, Task::regression, 1, kZero, {}),
            (std::vector<double>{0.25, 0.25, 0.25, 0.25}));
}

TEST(RobustShares, FollowTheExponentialOfTheLosses) {
  const Dataset data = noisy_populations({0.1, 2});
  PooledRows rows(data);
  const auto losses = rows.losses(ZeroModel(), Task::regression);
  double square = 0;  // by hand, on the selection rows alone
  for (std::size_t i = 0; i < 200; ++i) square += std::pow(data.populations[1].y[i], 2) / 200;
  EXPECT_NEAR(losses[1], square, 1e-9);
  // Three updates lie before the fourth model.
  const auto shares = robust_shares(rows, Task::regression, 4, kZero, {});
  EXPECT_NEAR(shares[1] / shares[0], std::exp(3 * 0.1 * (losses[1] - losses[0])), 1e-9);
  EXPECT_NEAR(shares[0] + shares[1], 1, 1e-12);
}

TEST(RobustShares, MoveToThePopulationThatIsServedWorst) {
  PooledRows rows(noisy_populations({0.1, 1.5}));
  const auto make = [] { return make_lasso(0.01, Task::regression); };
  double before = 0.5;
  for (const int rounds : {2, 5, 20}) {
    const auto shares = robust_shares(rows, Task::regression, rounds, make, {});
    EXPECT_GT(shares[1], before);
    before = shares[1];
  }
}

TEST(RobustShares, StayNumbersUnderHugeLosses) {
  Dataset data = noisy_populations({0.1, 0.1});
  for (float& y : data.populations[1].y) y *= 1e4F;
  PooledRows rows(data);
  const auto shares = robust_shares(rows, Task::regression, 10, kZero, {});
  EXPECT_EQ(shares, (std::vector<double>{0, 1}));
}

TEST(RobustShares, AnInterruptLeavesThoseSoFar) {
  const std::atomic<bool> stop{true};
  Context context;
  context.stop = &stop;
  PooledRows rows(noisy_populations({0.1, 2}));
  EXPECT_EQ(robust_shares(rows, Task::regression, 20, kZero, context),
            (std::vector<double>{0.5, 0.5}));
}

TEST(PooledRows, HoldTheSelectionRowsOfEveryPopulation) {
  const Dataset data = noisy_populations({0.1, 2, 1});
  const PooledRows rows(data);
  const auto pooled = rows.as_they_are();
  ASSERT_EQ(pooled.x.rows, 600U);
  EXPECT_EQ(pooled.y[0], data.populations[0].y[0]);
  EXPECT_EQ(pooled.y[399], data.populations[1].y[199]);
  EXPECT_EQ(pooled.x(400, 2), data.populations[2].x(0, 2));
}

TEST(PooledRows, SharesLeaveTheTotalWeightAsItIs) {
  Dataset data = noisy_populations({0.1, 2});
  data.populations[0].selection_rows = 50;
  for (float& w : data.populations[1].weight) w = 3;
  PooledRows rows(data);
  const auto weight = rows.weighted(std::vector<double>{0.75, 0.25}).weight;
  const double first = std::accumulate(weight.begin(), weight.begin() + 50, 0.0);
  const double all = std::accumulate(weight.begin(), weight.end(), 0.0);
  EXPECT_NEAR(all, 50 + 3 * 200, 1e-3);
  EXPECT_NEAR(first / all, 0.75, 1e-6);
}

TEST(PooledRows, OfSeveralClassesLoseByTheProbabilityOfTheRightOne) {
  const auto part = [](std::uint64_t seed) {
    return simulated::classes(seed, 50, 2, [](const Matrix&, std::size_t) {
      return std::vector<double>{0, 1, 0};
    });
  };
  PooledRows rows(simulated::dataset(Task::multiclass, {simulated::population("A", part(1), 30),
                                                        simulated::population("B", part(2), 40)}));
  EXPECT_EQ(rows.as_they_are().classes, 3U);
  EXPECT_EQ(rows.weighted(std::vector<double>{0.5, 0.5}).classes, 3U);
  const auto y = rows.as_they_are().y;
  std::vector<float> predicted(3 * 70, 0.25F);
  for (std::size_t i = 30; i < 70; ++i)  // B's right classes
    predicted[static_cast<std::size_t>(y[i]) * 70 + i] = 0.5F;
  const auto losses = rows.losses(predicted, Task::multiclass);
  EXPECT_NEAR(losses[0], std::log(4), 1e-9);
  EXPECT_NEAR(losses[1], std::log(2), 1e-9);
}

}  // namespace
}  // namespace drfs
