// What the network learns, and the edges of its data.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "models/simulated.hpp"

namespace drfs {
namespace {

using simulated::Sample;

std::unique_ptr<Model> fitted(const Sample& s, Task task) {
  auto model = make_model({.model = "mlp"}, task);
  model->fit(s.data());
  return model;
}

double bent(const Matrix& x, std::size_t i) {
  return std::sin(2 * x(i, 0)) + std::abs(x(i, 1)) + x(i, 2) * x(i, 3);
}

double bent_of_two(const Matrix& x, std::size_t i) {
  return std::abs(x(i, 0)) + x(i, 1);
}

TEST(MlpRegression, LearnsBendsAndProducts) {
  const auto train = simulated::regression(1, 2000, 6, 0.1, bent);
  const auto test = simulated::regression(2, 1000, 6, 0.1, bent);
  const auto model = fitted(train, Task::regression);
  EXPECT_LT(simulated::unexplained(test.y, model->predict(test.x.view())), 0.1);
  const auto importance = model->importance();
  for (std::size_t used = 0; used < 4; ++used)
    for (std::size_t noise = 4; noise < 6; ++noise)
      EXPECT_GT(importance[used], 1.5 * importance[noise]);
}

TEST(MlpRegression, TheScaleOfTheDataDoesNotMatter) {
  const auto train = simulated::regression(1, 600, 4, 0.1, bent);
  auto large = train;
  for (std::size_t i = 0; i < large.y.size(); ++i) {
    large.y[i] = 1024 * large.y[i];
    for (std::size_t d = 0; d < 4; ++d) large.x(i, d) = 256 * large.x(i, d);
    large.weight[i] = 8;
  }
  const auto small_predicted = fitted(train, Task::regression)->predict(train.x.view());
  const auto large_predicted = fitted(large, Task::regression)->predict(large.x.view());
  for (std::size_t i = 0; i < large.y.size(); ++i)
    EXPECT_NEAR(large_predicted[i] / 1024, small_predicted[i], 1e-3);
}

TEST(MlpBinary, LearnsProbabilities) {
  const auto logit = [](const Matrix& x, std::size_t i) {
    return 2 * x(i, 0) + 2 * std::abs(x(i, 1)) - 1.5;
  };
  const auto train = simulated::binary(1, 4000, 3, logit);
  const auto test = simulated::binary(2, 2000, 3, logit);
  const auto predicted = fitted(train, Task::binary)->predict(test.x.view());
  double squares = 0;
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    const double right = 1 / (1 + std::exp(-logit(test.x, i)));
    squares += std::pow(predicted[i] - right, 2) / static_cast<double>(predicted.size());
    EXPECT_TRUE(predicted[i] >= 0 && predicted[i] <= 1);
  }
  EXPECT_LT(std::sqrt(squares), 0.1);
}

TEST(MlpRegression, WeightsSayWhoIsHeard) {
  // Two groups contradict each other; the first has nearly all the weight.
  auto s = simulated::regression(4, 1000, 1, 0, [](const Matrix& x, std::size_t i) {
    return i % 2 == 0 ? x(i, 0) : -x(i, 0);
  });
  for (std::size_t i = 0; i < s.y.size(); ++i) s.weight[i] = i % 2 == 0 ? 1.0F : 0.01F;
  Matrix one(1, 1, 1.0F);
  EXPECT_NEAR(fitted(s, Task::regression)->predict(one.view())[0], 1, 0.15);
}

TEST(MlpRegression, ARowWithoutWeightIsAsIfItWereNotThere) {
  const auto s = simulated::regression(5, 300, 2, 0.1, bent_of_two);
  Sample more{Matrix(301, 2), s.y, s.weight};
  for (std::size_t d = 0; d < 2; ++d) {
    std::ranges::copy(s.x.column(d), more.x.column(d).begin());
    more.x(300, d) = 1e6F;
  }
  more.y.push_back(-1e6F);
  more.weight.push_back(0);
  EXPECT_EQ(fitted(s, Task::regression)->predict(s.x.view()),
            fitted(more, Task::regression)->predict(s.x.view()));
}

TEST(MlpRegression, AConstantColumnChangesNothingAndMattersNot) {
  auto s =
      simulated::regression(6, 300, 2, 0.1, [](const Matrix& x, std::size_t i) { return x(i, 0); });
  std::ranges::fill(s.x.column(1), 5.0F);
  const auto model = fitted(s, Task::regression);
  const auto before = model->predict(s.x.view());
  EXPECT_LT(simulated::unexplained(s.y, before), 0.1);
  EXPECT_EQ(model->importance()[1], 0);
  std::ranges::fill(s.x.column(1), 7.0F);
  EXPECT_EQ(model->predict(s.x.view()), before);
}

TEST(Mlp, AFewRowsAreEnoughToFit) {
  for (const std::size_t rows : {1, 2, 3, 5, 9, 10, 11, 19, 20}) {
    for (const Task task : {Task::regression, Task::binary, Task::multiclass}) {
      Sample s{simulated::columns(7, rows, 2), {}, std::vector<float>(rows, 1.0F)};
      s.classes = task == Task::multiclass ? 3 : 0;
      for (std::size_t i = 0; i < rows; ++i)
        s.y.push_back(static_cast<float>(i % (s.classes > 0 ? 3 : 2)));
      for (const float value : fitted(s, task)->predict(s.x.view()))
        EXPECT_TRUE(value > -1 && value < 2) << rows << " rows: " << value;
    }
  }
}

TEST(Mlp, ValuesThatAreNoNumbersAreRefused) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    auto s = simulated::regression(8, 50, 2, 0.1, bent_of_two);
    const auto model = fitted(s, Task::regression);
    s.x(3, 1) = bad;
    EXPECT_THROW(model->predict(s.x.view()), Error);
    EXPECT_THROW(fitted(s, Task::regression), Error);
  }
}

}  // namespace
}  // namespace drfs
