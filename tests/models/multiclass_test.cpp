// What holds for every model of several classes, and what some of them promise beyond that.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "models/simulated.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

using simulated::Sample;

std::unique_ptr<Model> fitted(const std::string& name, const Sample& s,
                              Task task = Task::multiclass) {
  auto model = make_model({.model = name}, task);
  model->fit(s.data());
  return model;
}

std::vector<float> fit_predict(const std::string& name, const Sample& s) {
  return fitted(name, s)->predict(s.x.view());
}

/// Four classes that three of four columns tell apart, not all of them in a straight way.
std::vector<double> four(const Matrix& x, std::size_t i) {
  return {0.5, 2 * x(i, 0), 2 * x(i, 1), std::abs(x(i, 2)) - 1};
}

std::vector<double> three(const Matrix& x, std::size_t i) {
  return {1.5 * x(i, 0), 1.5 * x(i, 1) - 0.5, 0};
}

void expect_probabilities(const std::vector<float>& p, std::size_t rows, std::size_t classes) {
  ASSERT_EQ(p.size(), rows * classes);
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      EXPECT_TRUE(p[k * rows + i] >= 0 && p[k * rows + i] <= 1) << p[k * rows + i];
      sum += p[k * rows + i];
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

double log_loss(const std::vector<float>& y, const std::vector<float>& predicted) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    sum += loss_of_row(Task::multiclass, y, predicted, i) / static_cast<double>(y.size());
  return sum;
}

double accuracy(const Sample& s, const std::vector<float>& p) {
  double right = 0;
  for (std::size_t i = 0; i < s.y.size(); ++i) {
    std::size_t most = 0;
    for (std::size_t k = 1; k < s.classes; ++k)
      if (p[k * s.y.size() + i] > p[most * s.y.size() + i]) most = k;
    right += static_cast<float>(most) == s.y[i] ? 1 : 0;
  }
  return right / static_cast<double>(s.y.size());
}

class EveryClassifier : public testing::TestWithParam<std::string> {};

TEST_P(EveryClassifier, ProbabilitiesLieBetweenZeroAndOneAndSumToOne) {
  auto s = simulated::classes(1, 600, 4, four);
  for (std::size_t i = 0; i < s.y.size(); ++i) s.weight[i] = 0.25F + static_cast<float>(i % 4);
  const auto model = fitted(GetParam(), s);
  for (const std::size_t rows : {1, 3, 700}) {
    Matrix x = simulated::columns(2, rows, 4);
    for (float& value : x.column(0)) value *= 20;  // far from what it was fitted on
    expect_probabilities(model->predict(x.view()), rows, 4);
  }
}

TEST_P(EveryClassifier, NoColumnsPredictTheSharesOfTheClasses) {
  const Sample s{Matrix(4, 0), {0, 2, 2, 1}, {1, 1, 2, 4}, 3};
  const auto p = fitted(GetParam(), s)->predict(Matrix(2, 0).view());
  const std::vector<float> shares = {0.125, 0.125, 0.5, 0.5, 0.375, 0.375};
  ASSERT_EQ(p.size(), shares.size());
  for (std::size_t at = 0; at < p.size(); ++at) EXPECT_NEAR(p[at], shares[at], 1e-6);
}

TEST_P(EveryClassifier, AClassThatDoesNotOccurIsNotExpected) {
  for (const std::size_t missing : {0, 2, 3}) {
    auto s = simulated::classes(3, 400, 4, four);
    for (float& y : s.y)
      if (y == static_cast<float>(missing)) y = 1;
    const auto p = fit_predict(GetParam(), s);
    expect_probabilities(p, 400, 4);
    double mean = 0;
    for (std::size_t i = 0; i < 400; ++i) mean += p[missing * 400 + i] / 400.0;
    EXPECT_LT(mean, 0.01) << missing;
  }
}

TEST_P(EveryClassifier, ASingleClassIsReturned) {
  auto s = simulated::classes(4, 100, 3, three);
  s.y.assign(s.y.size(), 2.0F);
  const auto p = fit_predict(GetParam(), s);
  expect_probabilities(p, 100, 3);
  for (std::size_t i = 200; i < 300; ++i) EXPECT_NEAR(p[i], 1, 1e-4);
}

TEST_P(EveryClassifier, TellsClustersApart) {
  // Around (0, 3), (3, -2) and (-3, -2), with deviation 1: hardly a point lies on a wrong side.
  const auto clusters = [](std::uint64_t seed) {
    auto s = simulated::classes(seed, 600, 3, [](const Matrix&, std::size_t) {
      return std::vector<double>{0, 0, 0};
    });
    constexpr float kCentres[3][2] = {{0, 3}, {3, -2}, {-3, -2}};
    for (std::size_t i = 0; i < s.y.size(); ++i)
      for (std::size_t d = 0; d < 2; ++d)
        s.x(i, d) += kCentres[static_cast<std::size_t>(s.y[i])][d];
    return s;
  };
  const auto test = clusters(6);
  EXPECT_GT(accuracy(test, fitted(GetParam(), clusters(5))->predict(test.x.view())), 0.97);
}

TEST_P(EveryClassifier, ImportanceFindsTheSignal) {
  const auto s = simulated::classes(17, 3000, 3, [](const Matrix& x, std::size_t i) {
    return std::vector<double>{4 * x(i, 0), 4 * x(i, 2), 0};
  });
  const auto importance = fitted(GetParam(), s)->importance();
  ASSERT_EQ(importance.size(), 3U);
  EXPECT_GE(importance[1], 0);
  for (const std::size_t d : {0, 2}) EXPECT_GT(importance[d], 1.5 * importance[1]);
}

TEST_P(EveryClassifier, LogLossIsNearThatOfTheTrueProbabilities) {
  const auto test = simulated::classes(8, 3000, 2, three);
  std::vector<float> right(3 * test.y.size());
  for (std::size_t i = 0; i < test.y.size(); ++i) {
    const auto p = simulated::probabilities(three(test.x, i));
    for (std::size_t k = 0; k < 3; ++k) right[k * test.y.size() + i] = static_cast<float>(p[k]);
  }
  const auto model = fitted(GetParam(), simulated::classes(7, 4000, 2, three));
  auto predicted = model->predict(test.x.view());
  // Full trees say 0 where none of them saw a class, which by chance is there after all.
  const bool full_trees = GetParam() == "rf";
  for (float& p : predicted) p = full_trees ? std::max(p, 0.01F) : p;
  const double excess = log_loss(test.y, predicted) - log_loss(test.y, right);
  EXPECT_GT(excess, -0.01);
  // A network that stops by its accuracy is still shy of large probabilities.
  EXPECT_LT(excess, full_trees ? 0.2 : GetParam() == "mlp" ? 0.1 : 0.05);
}

TEST_P(EveryClassifier, IsAFunctionOfTheLastData) {
  const auto first = simulated::classes(9, 300, 4, four);
  auto second = simulated::classes(10, 300, 4, three);
  const auto used = fitted(GetParam(), first);
  used->fit(second.data());
  const auto fresh = fitted(GetParam(), second);
  EXPECT_EQ(used->predict(first.x.view()), fresh->predict(first.x.view()));
  EXPECT_EQ(used->importance(), fresh->importance());
}

TEST_P(EveryClassifier, WrongDataAreRefused) {
  auto s = simulated::classes(11, 50, 3, three);
  const auto model = fitted(GetParam(), s);
  EXPECT_THROW(model->predict(Matrix(4, 2).view()), Error);
  EXPECT_TRUE(model->predict(Matrix(0, 3).view()).empty());
  EXPECT_THROW(model->fit({s.x.view(), s.y, s.weight}), Error);  // how many classes?
  for (const float wrong : {3.0F, -1.0F, 0.5F}) {
    s.y[7] = wrong;
    EXPECT_THROW(model->fit(s.data()), Error);
  }
}

INSTANTIATE_TEST_SUITE_P(Multiclass, EveryClassifier,
                         testing::Values("auto", "xgb", "rf", "linear", "mlp"),
                         [](const auto& instance) {
                           return instance.param == "auto" ? "automatic" : instance.param;
                         });

class SymmetricClassifier : public testing::TestWithParam<std::string> {};

TEST_P(SymmetricClassifier, TheNamesOfTheClassesDoNotMatter) {
  auto s = simulated::classes(12, 500, 4, four);
  const auto before = fit_predict(GetParam(), s);
  const std::vector<std::size_t> renamed = {2, 0, 3, 1};
  for (float& y : s.y) y = static_cast<float>(renamed[static_cast<std::size_t>(y)]);
  const auto after = fit_predict(GetParam(), s);
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t i = 0; i < 500; ++i)
      EXPECT_NEAR(before[k * 500 + i], after[renamed[k] * 500 + i], 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Multiclass, SymmetricClassifier, testing::Values("xgb", "rf", "linear"),
                         [](const auto& instance) { return instance.param; });

TEST(Multiclass, WeightTwoIsARowTwice) {
  for (const std::string name : {"xgb", "linear"}) {
    auto weighted = simulated::classes(13, 200, 2, three);
    Sample repeated{Matrix(300, 2), {}, std::vector<float>(300, 1.0F), 3};
    for (std::size_t i = 0; i < 300; ++i) {
      for (std::size_t d = 0; d < 2; ++d) repeated.x(i, d) = weighted.x(i % 200, d);
      repeated.y.push_back(weighted.y[i % 200]);
    }
    for (std::size_t i = 0; i < 100; ++i) weighted.weight[i] = 2;
    const auto a = fitted(name, weighted)->predict(weighted.x.view());
    const auto b = fitted(name, repeated)->predict(weighted.x.view());
    for (std::size_t at = 0; at < a.size(); ++at) EXPECT_NEAR(a[at], b[at], 1e-4) << name;
  }
}

TEST(Multiclass, TwoClassesAreThoseOfTheBinaryModel) {
  auto s = simulated::binary(
      14, 600, 4, [](const Matrix& x, std::size_t i) { return 2 * x(i, 0) - x(i, 1) * x(i, 2); });
  for (std::size_t i = 0; i < s.y.size(); ++i) s.weight[i] = i % 3 == 0 ? 2.0F : 1.0F;
  for (const std::string name : {"rf", "linear"}) {
    s.classes = 0;
    const auto binary = fitted(name, s, Task::binary);
    s.classes = 2;
    const auto multiclass = fitted(name, s);
    const Matrix x = simulated::columns(15, 400, 4);
    const auto p = binary->predict(x.view()), both = multiclass->predict(x.view());
    for (std::size_t i = 0; i < 400; ++i) {
      EXPECT_NEAR(both[400 + i], p[i], 1e-6) << name;
      EXPECT_NEAR(both[i], 1 - p[i], 1e-6) << name;
    }
  }
}

TEST(Multiclass, BoostingStartsAtTheSharesOfTheClasses) {
  // One tree of a small rate: nothing else gets near a share of 2 %.
  const auto s = simulated::classes(16, 500, 1, [](const Matrix& x, std::size_t i) {
    return std::vector<double>{3, 2 + 0.5 * x(i, 0), -1};
  });
  const auto model = make_model({.model = "xgb", .trees = 1, .tree_rate = 0.01}, Task::multiclass);
  model->fit(s.data());
  const auto p = model->predict(s.x.view());
  const auto shares = class_shares(s.data());
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 500; ++i) EXPECT_NEAR(p[k * 500 + i], shares[k], 0.01);
}

}  // namespace
}  // namespace drfs
