// Missing values in trees: splits against brute force, where rows without a value go, and what
// models that take none are given instead.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "models/simulated.hpp"
#include "models/training_data.hpp"
#include "models/tree_growth.hpp"

namespace drfs {
namespace {

using simulated::Sample;

double wave(const Matrix& x, std::size_t i) {
  return std::sin(2 * x(i, 0)) + x(i, 1) * x(i, 1);
}

/// Two columns with gaps, and one without; where the first has one, y is 3 more.
Sample with_gaps(std::uint64_t seed, std::size_t rows) {
  Sample s = simulated::regression(seed, rows, 3, 0.3, wave);
  for (std::size_t i = 0; i < rows; ++i) {
    s.x(i, 2) = std::round(2 * s.x(i, 2));  // ties
    if (i * 13 % 29 < 9) {
      s.x(i, 0) = kMissing;
      s.y[i] += 3;
    }
    if (i * 17 % 31 < 5) s.x(i, 1) = kMissing;
    s.weight[i] = 0.5F + static_cast<float>(i % 3);
  }
  return s;
}

Sample three_classes(Sample s) {
  for (float& y : s.y) y = y > 2.5F ? 2.0F : y > 0.8F ? 1.0F : 0.0F;
  s.classes = 3;
  return s;
}

Tree grow(const Sample& s, std::size_t tried, std::uint32_t number = 0) {
  const std::vector<double> weight(s.weight.begin(), s.weight.end());
  return TreeGrower(s.x.view(), s.y, s.classes).grow(weight, {tried, number});
}

using Side = std::vector<bool>;  // per row, whether it goes left

/// The weighted sum of squares about the mean of either side, of the outcomes or, for classes, of
/// their indicators.
double squares(const Sample& s, const Side& left) {
  double about = 0;
  for (std::size_t k = 0; k < std::max<std::size_t>(s.classes, 1); ++k) {
    const auto y = [&](std::size_t i) -> double {
      return s.classes == 0 ? s.y[i] : (s.y[i] == static_cast<float>(k) ? 1 : 0);
    };
    for (const bool side : {false, true}) {
      double weight = 0, sum = 0;
      for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] == side) {
          weight += s.weight[i];
          sum += s.weight[i] * y(i);
        }
      for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] == side) about += s.weight[i] * std::pow(y(i) - sum / weight, 2);
    }
  }
  return about;
}

Side sides(const Sample& s, std::size_t column, float cut, bool missing_left) {
  Side out;
  for (const float x : s.x.column(column)) out.push_back(std::isnan(x) ? missing_left : x <= cut);
  return out;
}

double least_squares(const Sample& s) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t d = 0; d < s.x.columns(); ++d)
    for (const float cut : s.x.column(d))
      for (const bool missing_left : {false, true}) {
        const Side left = sides(s, d, cut, missing_left);
        if (!std::isnan(cut) && std::ranges::count(left, true) < std::ssize(left))
          least = std::min(least, squares(s, left));
      }
  return least;
}

TEST(TreeGrowth, TheFirstSplitIsTheBestOfAllThresholdsAndSidesForMissingValues) {
  std::size_t lefts = 0, alone = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    for (const auto& s : {with_gaps(seed, 40), three_classes(with_gaps(seed, 40))}) {
      const double least = least_squares(s);
      const TreeNode root = grow(s, 3).nodes[0];
      ASSERT_NE(root.column, TreeNode::kLeaf);
      lefts += root.missing_left;
      alone += std::isinf(root.value) ? 1 : 0;
      EXPECT_NEAR(squares(s, sides(s, root.column, root.value, root.missing_left != 0)), least,
                  1e-9 * least);
    }
  EXPECT_GT(lefts, 0U);  // each kind of split was there to be found
  EXPECT_LT(lefts, 60U);
  EXPECT_GT(alone, 0U);
}

TEST(TreeGrowth, AFullTreeReproducesDistinctRowsWithGaps) {
  for (auto s : {with_gaps(3, 1000), three_classes(with_gaps(3, 1000))}) {
    for (std::size_t i = 0; i < 1000; ++i) s.x(i, 2) = static_cast<float>(i * 7 % 1000);
    for (const std::size_t tried : {1, 2, 3}) {
      const Tree tree = grow(s, tried);
      for (std::size_t i = 0; i < s.y.size(); ++i) {
        const auto values = tree.predict(s.x.view(), i);
        EXPECT_EQ(s.classes == 0
                      ? values[0]
                      : static_cast<float>(std::ranges::max_element(values) - values.begin()),
                  s.y[i]);
      }
    }
  }
}

TEST(TreeGrowth, MissingValuesThatWereNotSeenGoWithTheLargerPart) {
  Matrix asked(1, 1);
  asked(0, 0) = kMissing;
  for (const bool more_on_the_left : {false, true}) {
    Sample s{Matrix(5, 1), {}, std::vector<float>(5, 1.0F)};
    for (std::size_t i = 0; i < 5; ++i) {
      s.x(i, 0) = static_cast<float>(i);
      s.y.push_back(i < (more_on_the_left ? 3 : 2) ? -1.0F : 1.0F);
    }
    EXPECT_EQ(grow(s, 1).predict(asked.view(), 0)[0], more_on_the_left ? -1.0F : 1.0F);
  }
}

TEST(Forest, LearnsFromGaps) {
  // Coarse values: what fills the gaps is a value that others have, too.
  const auto coarse = [](Sample s) {
    for (std::size_t d : {0, 1})
      for (float& x : s.x.column(d)) x = std::round(x);
    return s;
  };
  const auto filled = [](Sample s) {
    for (std::size_t d : {0, 1})
      for (float& x : s.x.column(d)) x = std::isnan(x) ? 0 : x;
    return s;
  };
  const auto unexplained = [](const Sample& train, const Sample& test) {
    const auto model = make_model({.model = "rf"}, Task::regression);
    model->fit(train.data());
    return simulated::unexplained(test.y, model->predict(test.x.view()));
  };
  const Sample train = coarse(with_gaps(5, 3000)), test = coarse(with_gaps(6, 1000));
  EXPECT_LT(unexplained(train, test), 0.6 * unexplained(filled(train), filled(test)));
}

/// Rows of one population whose gaps in column 0 are filled with 0.5.
Dataset with_filled_gaps(std::size_t rows) {
  auto population = simulated::population(
      "A", simulated::regression(8, rows, 3, 0.1, [](const Matrix& x, auto i) { return x(i, 2); }),
      rows);
  population.was_missing.resize(3);
  for (std::size_t i = 0; i < rows; ++i) {
    population.was_missing[0].push_back(i % 4 == 1);
    if (i % 4 == 1) population.x(i, 0) = 0.5F;
  }
  return simulated::dataset(Task::regression, {population});
}

TEST(RowsForAModel, HaveGapsOnlyWhereTheModelTakesThem) {
  const Dataset data = with_filled_gaps(12);
  const Population& population = data.populations[0];
  for (const auto& name : model_names()) {
    const auto model = make_model({.model = name}, Task::regression);
    EXPECT_EQ(model->takes_missing(), name == "xgb" || name == "rf" || name == "auto") << name;
    const TrainingRows rows = rows_for(*model, data, population, {2, 0}, {0, 5, 2});
    for (std::size_t i : {0, 1, 2}) {
      const std::size_t row = std::vector{0, 5, 2}[i];
      EXPECT_EQ(rows.y[i], population.y[row]);
      EXPECT_EQ(rows.x(i, 0), population.x(row, 2));
      if (row == 5 && model->takes_missing())
        EXPECT_TRUE(std::isnan(rows.x(i, 1)));
      else
        EXPECT_EQ(rows.x(i, 1), population.x(row, 0));
    }
    // What fills the gaps is known even where none of these rows has one.
    const TrainingRows whole = rows_for(*model, data, population, {2, 0}, {0, 2});
    for (const auto& fill : {rows.fill, whole.fill})
      EXPECT_EQ(fill,
                model->takes_missing() ? (std::vector<float>{0, 0.5F}) : std::vector<float>{});
  }
}

TEST(BetterModel, GivesTheOtherModelWhatFillsTheGaps) {
  // A sum, which the smooth model learns best; the gaps tell nothing.
  const Dataset data = with_filled_gaps(400);
  const auto predictions = [&](const std::string& name) {
    const auto model = make_model({.model = name}, Task::regression);
    const auto rows = [&](std::size_t first, std::size_t last) {
      return rows_for(*model, data, data.populations[0], {0, 1, 2}, from_to(first, last));
    };
    model->fit(rows(0, 300).data());
    return model->predict(rows(300, 400).x.view());
  };
  EXPECT_EQ(predictions("auto"), predictions("smooth"));
}

}  // namespace
}  // namespace drfs
