// The risk of a set is that of the better learner, population by population, also where the other
// one is so far behind that it is fitted on the first fold only.
#include "select/set_risk.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

constexpr std::size_t kFeatures = 8;

/// Two classes: in population A by the sum of all features, in B by the signs of the first two.
Dataset sum_and_corners(std::size_t rows) {
  Dataset data;
  data.task = Task::binary;
  for (std::size_t d = 0; d < kFeatures; ++d)
    data.features.push_back({"f" + std::to_string(d), d, 1, {}});
  for (std::uint32_t p = 0; p < 2; ++p) {
    Population population{
        p == 0 ? "A" : "B", Matrix(rows, kFeatures), {}, std::vector<float>(rows, 1), 0};
    for (std::uint32_t j = 0; j < rows; ++j) {
      float sum = 0;
      for (std::uint32_t d = 0; d < kFeatures; ++d) {
        population.x(j, d) = static_cast<float>(normals(9, Stream::bench, {p, j, d, 0})[0]);
        sum += population.x(j, d);
      }
      const bool corner = population.x(j, 0) * population.x(j, 1) > 0;
      population.y.push_back((p == 0 ? sum > 0 : corner) ? 1.0F : 0.0F);
    }
    data.populations.push_back(std::move(population));
  }
  split_rows(data, {}, 0);
  standardise(data);
  return data;
}

std::vector<double> risks_by(const Dataset& data, const std::string& model) {
  SelectOptions options;
  options.model.model = model;
  const Context context;
  SetRisk risk(data, options, nullptr, context);
  return risk.risk({0, 1, 2, 3, 4, 5, 6, 7}).risks();
}

TEST(SetRisk, IsThatOfTheBetterLearnerWhetherOrNotTheOtherOneWasGivenUp) {
  for (const std::size_t rows : {400, 1600}) {  // folds of 80 rows give nothing up
    const Dataset data = sum_and_corners(rows);
    const auto better = risks_by(data, "auto"), trees = risks_by(data, "xgb"),
               linear = risks_by(data, "linear");
    EXPECT_GT(trees[0], 2 * linear[0]);
    EXPECT_GT(linear[1], 2 * trees[1]);
    EXPECT_EQ(better[0], linear[0]);
    EXPECT_EQ(better[1], trees[1]);
  }
}

TEST(SetRisk, OfSeveralSetsAtOnceIsThatOfEach) {
  const Dataset data = sum_and_corners(400);
  const SelectOptions options;
  const Context context;
  SetRisk together(data, options, nullptr, context), alone(data, options, nullptr, context);
  together.learn({{0, 1}, {2}, {0, 1}});
  EXPECT_EQ(together.sets_tried(), 2U);
  for (const FeatureSet& set : {FeatureSet{0, 1}, FeatureSet{2}})
    EXPECT_EQ(together.risk(set).risks(), alone.risk(set).risks());
}

/// Population p has a wave of x_p: with the smoothing that suits noise, little is seen of it.
Dataset waves(std::size_t rows) {
  Dataset data = two_populations(rows);
  for (std::size_t p = 0; p < 2; ++p)
    for (std::size_t j = 0; j < rows; ++j)
      data.populations[p].y[j] = std::sin(3 * data.populations[p].x(j, p));
  return data;
}

TEST(SetRisk, KeepsUpWithTheSmoothing) {
  const FeatureSet wave = {0, 1}, noise = {3, 4}, all = {0, 1, 2, 3, 4};
  SelectOptions options;
  options.model.model = "linear";
  const Context context;
  const auto any = [](const FeatureSet&) { return true; };
  // With 1,200 rows the linear model is given up beside a smooth one that sees the wave, and comes
  // into its own where that is made to see less.
  for (const std::size_t rows : {300, 1200})
    for (const bool sharper : {true, false}) {
      const Dataset data = waves(rows);
      SmoothRisk smooth(data, all, 2, context);
      smooth.smooth_for(sharper ? noise : wave);
      SetRisk risk(data, options, &smooth, context);
      const double before = risk.risk(wave).worst();
      smooth.smooth_for(sharper ? wave : noise);
      SetRisk fresh(data, options, &smooth, context);
      const double after = fresh.risk(wave).worst();
      EXPECT_GT(std::abs(after - before), 0.1 * before);
      EXPECT_EQ(risk.settle_ties(wave, {}, any), wave);
      EXPECT_EQ(risk.risk(wave).risks(), fresh.risk(wave).risks());
      EXPECT_EQ(risk.nearly_as_good(noise, {}, any, 5)[0].worst, after);
    }
}

}  // namespace
}  // namespace drfs
