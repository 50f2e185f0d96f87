// Random forests: the trees against brute force and against what a full tree must do, then the
// forest's accuracy, ranges and edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "models/simulated.hpp"
#include "models/tree_growth.hpp"

namespace drfs {
namespace {

using simulated::Sample;
using simulated::unexplained;

double wave(const Matrix& x, std::size_t i) {
  return std::sin(2 * x(i, 0)) + x(i, 1) * x(i, 1);
}

Tree grow(const Sample& s, std::size_t tried, std::uint32_t number = 0) {
  const std::vector<double> weight(s.weight.begin(), s.weight.end());
  return TreeGrower(s.x.view(), s.y, s.classes).grow(weight, {tried, number});
}

/// Row after row; several values for each where there are classes.
std::vector<float> predict(const Tree& tree, const Matrix& x) {
  std::vector<float> out;
  for (std::size_t i = 0; i < x.rows(); ++i)
    for (const float value : tree.predict(x.view(), i)) out.push_back(value);
  return out;
}

std::unique_ptr<Model> fitted(const Sample& s, Task task, int trees = 100) {
  auto model = make_model({.model = "rf", .trees = trees}, task);
  model->fit(s.data());
  return model;
}

/// The weighted sum of squares about the mean, of the rows that `in` accepts.
double squares(const Sample& s, const std::function<bool(std::size_t)>& in) {
  double weight = 0, sum = 0, about = 0;
  for (std::size_t i = 0; i < s.y.size(); ++i)
    if (in(i)) {
      weight += s.weight[i];
      sum += static_cast<double>(s.weight[i]) * s.y[i];
    }
  for (std::size_t i = 0; i < s.y.size(); ++i)
    if (in(i)) about += s.weight[i] * std::pow(s.y[i] - sum / weight, 2);
  return about;
}

TEST(TreeGrowth, TheFirstSplitIsTheBestOfAllThresholds) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto s = simulated::regression(seed, 40, 3, 0.3, wave);
    for (std::size_t i = 0; i < 40; ++i) {
      s.x(i, 2) = std::round(2 * s.x(i, 2));  // ties
      s.weight[i] = 0.5F + static_cast<float>(i % 3);
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t d = 0; d < 3; ++d) {
      const float most = *std::ranges::max_element(s.x.column(d));
      for (const float cut : s.x.column(d))
        if (cut < most)
          least = std::min(least, squares(s, [&](auto i) { return s.x(i, d) <= cut; }) +
                                      squares(s, [&](auto i) { return s.x(i, d) > cut; }));
    }
    const TreeNode root = grow(s, 3).nodes[0];
    ASSERT_NE(root.column, TreeNode::kLeaf);
    const auto left = [&](auto i) { return s.x(i, root.column) <= root.value; };
    EXPECT_NEAR(squares(s, left) + squares(s, [&](auto i) { return !left(i); }), least,
                1e-9 * least);
  }
}

/// The weight times the Gini impurity of the rows that `in` accepts.
double impurity(const Sample& s, const std::function<bool(std::size_t)>& in) {
  std::vector<double> of_class(s.classes, 0.0);
  for (std::size_t i = 0; i < s.y.size(); ++i)
    if (in(i)) of_class[static_cast<std::size_t>(s.y[i])] += s.weight[i];
  const double total = std::accumulate(of_class.begin(), of_class.end(), 0.0);
  double left = total;
  for (const double weight : of_class) left -= weight * weight / total;
  return left;
}

std::vector<double> three(const Matrix& x, std::size_t i) {
  return {2 * x(i, 0), 2 * std::abs(x(i, 1)) - 1, 0};
}

TEST(ClassTreeGrowth, TheFirstSplitHasTheLeastGiniImpurity) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto s = simulated::classes(seed, 40, 3, three);
    for (std::size_t i = 0; i < 40; ++i) {
      s.x(i, 2) = std::round(2 * s.x(i, 2));  // ties
      s.weight[i] = 0.5F + static_cast<float>(i % 3);
    }
    const auto after = [&](std::size_t column, float cut) {
      return impurity(s, [&](auto i) { return s.x(i, column) <= cut; }) +
             impurity(s, [&](auto i) { return s.x(i, column) > cut; });
    };
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t d = 0; d < 3; ++d)
      for (const float cut : s.x.column(d))
        if (cut < *std::ranges::max_element(s.x.column(d))) least = std::min(least, after(d, cut));
    const Tree tree = grow(s, 3);
    ASSERT_NE(tree.nodes[0].column, TreeNode::kLeaf);
    EXPECT_NEAR(after(tree.nodes[0].column, tree.nodes[0].value), least, 1e-9 * least);
    const double all = impurity(s, [](auto) { return true; });
    EXPECT_NEAR(std::accumulate(tree.gain.begin(), tree.gain.end(), 0.0), all, 1e-9 * all);
  }
}

TEST(ClassTreeGrowth, AFullTreeReproducesDistinctRows) {
  const auto s = simulated::classes(3, 2000, 4, three);
  std::vector<float> indicators;
  for (const float y : s.y)
    for (const float k : {0.0F, 1.0F, 2.0F}) indicators.push_back(y == k ? 1.0F : 0.0F);
  for (const std::size_t tried : {1, 2, 4}) EXPECT_EQ(predict(grow(s, tried), s.x), indicators);
}

TEST(ClassTreeGrowth, RowsThatCannotBeToldApartShareTheirLeaf) {
  // Three rows at 1.5, and one at 2.
  Sample s{Matrix(4, 2, 1.5F), {1, 3, 3, 0}, {1, 1, 2, 1}, 4};
  s.x(3, 1) = 2;
  const Tree tree = grow(s, 2);
  EXPECT_EQ(tree.nodes.size(), 3U);
  EXPECT_EQ(predict(tree, s.x), (std::vector<float>{0, 0.25, 0, 0.75, 0, 0.25, 0, 0.75,  //
                                                    0, 0.25, 0, 0.75, 1, 0, 0, 0}));
}

TEST(TreeGrowth, ThresholdsLieMidwayBetweenNeighbours) {
  Sample s{Matrix(4, 1), {0, 0, 5, 5}, {1, 1, 1, 1}};
  std::ranges::copy(std::vector<float>{3, 1, 8, 4}, s.x.column(0).begin());
  EXPECT_EQ(grow(s, 1).nodes[0].value, 3.5F);
  // Nothing lies between two neighbouring floats, and the upper one must still go right.
  const float one_up = std::nextafter(1.0F, 2.0F);
  const float two_up = std::nextafter(one_up, 2.0F);
  for (const auto& [low, high] : {std::pair{1.0F, one_up}, std::pair{one_up, two_up}}) {
    Sample close{Matrix(2, 1), {1, 2}, {1, 1}};
    close.x(0, 0) = low;
    close.x(1, 0) = high;
    EXPECT_EQ(predict(grow(close, 1), close.x), close.y);
  }
}

TEST(TreeGrowth, AFullTreeReproducesDistinctRows) {
  const auto s = simulated::regression(3, 3000, 4, 5, [](const auto&, auto) { return 1e6; });
  for (const std::size_t tried : {1, 2, 4}) EXPECT_EQ(predict(grow(s, tried), s.x), s.y);
}

TEST(TreeGrowth, SplitsThatGainNothingYetAreMade) {
  Sample s{Matrix(4, 2), {0, 1, 1, 0}, {1, 1, 1, 1}};
  for (std::size_t i = 0; i < 4; ++i) {
    s.x(i, 0) = static_cast<float>(i % 2);
    s.x(i, 1) = static_cast<float>(i / 2);
  }
  EXPECT_EQ(predict(grow(s, 2), s.x), s.y);
}

TEST(TreeGrowth, RowsThatCannotBeToldApartShareTheirWeightedMean) {
  Sample s{Matrix(3, 2, 1.5F), {1, 2, 6}, {1, 1, 2}};
  const Tree tree = grow(s, 2);
  EXPECT_EQ(tree.nodes.size(), 1U);
  EXPECT_EQ(tree.nodes[0].value, 3.75F);
}

TEST(TreeGrowth, LooksPastColumnsThatAreConstant) {
  auto s = simulated::regression(4, 100, 6, 0.1, wave);
  for (std::size_t d = 0; d < 5; ++d) std::ranges::fill(s.x.column(d), 1.0F);
  for (std::uint32_t number = 0; number < 10; ++number)
    EXPECT_EQ(predict(grow(s, 1, number), s.x), s.y);
}

TEST(TreeGrowth, WeightTwoIsARowTwiceAndWeightZeroNone) {
  for (auto weighted :
       {simulated::regression(5, 300, 3, 0.5, wave), simulated::classes(5, 300, 3, three)}) {
    Sample repeated{Matrix(300, 3), {}, std::vector<float>(300, 1.0F), weighted.classes};
    for (std::size_t i = 0; i < 300; ++i) {
      const std::size_t from = i % 200;
      for (std::size_t d = 0; d < 3; ++d) repeated.x(i, d) = weighted.x(from, d);
      repeated.y.push_back(weighted.y[from]);
      weighted.weight[i] = i < 100 ? 2.0F : i < 200 ? 1.0F : 0.0F;
    }
    for (std::uint32_t number = 0; number < 5; ++number) {
      const auto a = predict(grow(weighted, 2, number), weighted.x);
      const auto b = predict(grow(repeated, 2, number), weighted.x);
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_FLOAT_EQ(a[i], b[i]);
    }
  }
}

TEST(TreeGrowth, TheGainsAreWhatTheTreeExplains) {
  const auto s = simulated::regression(6, 500, 3, 0.5, wave);
  const auto gain = grow(s, 3).gain;
  const double all = squares(s, [](auto) { return true; });
  EXPECT_NEAR(std::accumulate(gain.begin(), gain.end(), 0.0), all, 1e-9 * all);
}

TEST(TreeGrowth, AChainOfSplitsMayBeAsDeepAsTheRows) {
  // Of alternating outcomes, the best split takes off a single row at an end.
  constexpr std::size_t kRows = 8'000;
  Sample s{Matrix(kRows, 1), std::vector<float>(kRows), std::vector<float>(kRows, 1.0F)};
  for (std::size_t i = 0; i < kRows; ++i) {
    s.x(i, 0) = static_cast<float>(i);
    s.y[i] = static_cast<float>(i % 2);
  }
  const Tree tree = grow(s, 1);
  EXPECT_EQ(predict(tree, s.x), s.y);
  std::vector<std::size_t> depth(tree.nodes.size(), 0);  // children come after their parents
  for (std::size_t n = 0; n < depth.size(); ++n)
    if (tree.nodes[n].column != TreeNode::kLeaf)
      depth[tree.nodes[n].left] = depth[tree.nodes[n].left + 1] = depth[n] + 1;
  EXPECT_GT(*std::ranges::max_element(depth), kRows / 2 - 1);
}

TEST(Forest, PredictsANonlinearFunctionOfNewRows) {
  const auto train = simulated::regression(7, 4000, 5, 0.1, wave);
  const auto test = simulated::regression(8, 2000, 5, 0.0, wave);
  const auto predicted = fitted(train, Task::regression)->predict(test.x.view());
  EXPECT_LT(unexplained(test.y, predicted), 0.02);
}

TEST(Forest, ProbabilitiesAreNearTheTruthAndInRange) {
  const auto logit = [](const Matrix& x, std::size_t i) { return 3 * std::abs(x(i, 0)) - 2; };
  const auto train = simulated::binary(9, 4000, 6, logit);
  const auto test = simulated::columns(10, 1000, 6);
  const auto p = fitted(train, Task::binary)->predict(test.view());
  double error = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_TRUE(p[i] >= 0 && p[i] <= 1) << p[i];
    error += std::abs(p[i] - 1 / (1 + std::exp(-logit(test, i)))) / 1000;
  }
  EXPECT_LT(error, 0.1);
}

TEST(Forest, StaysWithinTheOutcomes) {
  const auto s = simulated::regression(11, 300, 3, 1, wave);
  const auto [least, most] = std::ranges::minmax(s.y);
  for (const float v : fitted(s, Task::regression)->predict(simulated::columns(12, 500, 3).view()))
    EXPECT_TRUE(v >= least && v <= most) << v;
}

TEST(Forest, TreesSeeDifferentRows) {
  // A single full tree would return the outcomes of all its rows; a drawn one lacks a third.
  const auto s = simulated::regression(13, 1000, 2, 1, wave);
  const auto one = fitted(s, Task::regression, 1)->predict(s.x.view());
  std::size_t seen = 0;
  for (std::size_t i = 0; i < s.y.size(); ++i) seen += one[i] == s.y[i] ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(seen), 632, 50);  // 1 - 1/e of them
  const auto two = fitted(s, Task::regression, 2)->predict(s.x.view());
  EXPECT_NE(one, two);
}

TEST(Forest, ImportanceFindsTheSignalAndSumsToOne) {
  const auto s = simulated::regression(14, 1000, 6, 0.3, wave);
  const auto share = fitted(s, Task::regression)->importance();
  EXPECT_NEAR(std::accumulate(share.begin(), share.end(), 0.0), 1, 1e-12);
  EXPECT_GT(share[0], 0.1);
  EXPECT_GT(share[1], 0.5);
  for (std::size_t d = 2; d < 6; ++d) EXPECT_LT(share[d], 0.05);
}

TEST(Forest, ClassesLookAtFewColumnsPerNode) {
  // Of nine columns, a node of a classification tree sees three: most must do without the signal.
  auto s = simulated::regression(
      17, 500, 9, 0, [](const Matrix& x, std::size_t i) { return x(i, 4) > 0 ? 1.0 : 0.0; });
  EXPECT_NEAR(fitted(s, Task::regression)->importance()[4], 1, 1e-12);
  const double share = fitted(s, Task::binary)->importance()[4];
  EXPECT_GT(share, 0.4);
  EXPECT_LT(share, 0.9);
}

TEST(Forest, WithoutAnythingToSplitImportanceIsZero) {
  auto s = simulated::regression(15, 50, 2, 1, wave);
  s.x = Matrix(50, 2, 3.0F);
  const auto model = fitted(s, Task::regression);
  EXPECT_EQ(model->importance(), (std::vector<double>{0, 0}));
  const double mean = std::accumulate(s.y.begin(), s.y.end(), 0.0) / 50;
  for (const float v : model->predict(s.x.view())) EXPECT_NEAR(v, mean, 0.2);
}

TEST(Forest, OneRowIsReturned) {
  const Sample s{Matrix(1, 2, 1.0F), {4.5F}, {0.1F}};
  EXPECT_EQ(fitted(s, Task::regression)->predict(s.x.view()), s.y);
}

TEST(Forest, RowsWithoutWeightLeaveNoTrace) {
  Sample s{Matrix(200, 1), std::vector<float>(200), std::vector<float>(200, 0.0F)};
  for (std::size_t i = 0; i < 200; ++i) s.y[i] = s.x(i, 0) = static_cast<float>(i);
  s.weight[7] = 1;  // most trees draw it never
  for (const float v : fitted(s, Task::regression)->predict(s.x.view())) EXPECT_EQ(v, 7);
}

TEST(Forest, InfiniteValuesAreRefused) {
  auto s = simulated::regression(16, 50, 2, 1, wave);
  const auto model = fitted(s, Task::regression, 2);
  s.x(3, 1) = std::numeric_limits<float>::infinity();
  EXPECT_THROW(model->predict(s.x.view()), Error);
  EXPECT_THROW(model->fit(s.data()), Error);
}

}  // namespace
}  // namespace drfs
