// Choices for several budgets against brute force on a small table.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "methods/make_problem.hpp"
#include "methods/select_problem.hpp"
#include "select/searching.hpp"
#include "select/select.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

SelectOptions linear() {
  SelectOptions options;
  options.model.model = "linear";
  return options;
}

SelectionCurve curve_of(const Dataset& data, std::vector<int> budgets, SelectOptions options,
                        const Context& context) {
  options.budget = std::ranges::max(budgets);
  return select_curve(data, make_problem(data, options, context), budgets, recipe_of(options),
                      context);
}

/// The search's measure of a set, from a search of its own.
double value_of(const Dataset& data, SelectOptions options, const FeatureSet& set) {
  options.budget = 4;
  testing::Searching it(data, options);
  return it.search.aim().values(it.search.risk(set)).mean();
}

TEST(SelectCurve, IsTheBestOfAllSetsForEveryBudget) {
  const Dataset data = two_populations();
  const auto options = linear();
  const auto curve = curve_of(data, {4, 1, 3, 2}, options, {});
  EXPECT_EQ(curve.budgets, (std::vector<int>{1, 2, 3, 4}));
  ASSERT_EQ(curve.selections.size(), 4U);
  testing::Searching it(data, options);
  for (std::size_t i = 0; i < 4; ++i) {
    double best = 9;
    for (const auto& set : testing::sets_of(i + 1, 5)) best = std::min(best, it.score(set));
    const FeatureSet found = chosen_set(curve.selections[i]);
    EXPECT_LE(found.size(), i + 1);
    EXPECT_LE(it.score(found), 1.01 * best) << i;
  }
}

TEST(SelectCurve, ALargerBudgetIsNeverWorse) {
  // Populations B and C need different features, and noise is all that a budget of 5 can add.
  const Dataset data = two_populations(150);
  const auto options = linear();
  const auto curve = curve_of(data, {1, 2, 3, 4, 5}, options, {});
  double before = 9;
  for (const auto& selection : curve.selections) {
    const double value = value_of(data, options, chosen_set(selection));
    EXPECT_LE(value, before + 1e-12);
    before = value;
  }
}

TEST(SelectCurve, TheKneeIsWhereNoiseIsAllThatIsLeft) {
  const auto curve = curve_of(two_populations(1000), {1, 2, 3, 4, 5}, linear(), {});
  // x_0 and x_1 for one population each, and x_2 for both.
  EXPECT_EQ(curve.budgets[curve.knee], 3);
  ASSERT_EQ(curve.worth.size(), 3U);
  EXPECT_EQ(curve.worth.back().feature, 2U);
}

/// Two features of use to both populations, and thirty of none.
Dataset mostly_noise(std::uint64_t seed) {
  constexpr std::size_t kRows = 400, kFeatures = 32;
  Dataset data;
  for (std::size_t d = 0; d < kFeatures; ++d)
    data.features.push_back({"f" + std::to_string(d), d, 1, {}});
  for (std::uint32_t p = 0; p < 2; ++p) {
    Population population{
        p == 0 ? "A" : "B", Matrix(kRows, kFeatures), {}, std::vector<float>(kRows, 1), 0};
    for (std::uint32_t j = 0; j < kRows; ++j) {
      for (std::uint32_t d = 0; d < kFeatures; ++d)
        population.x(j, d) = static_cast<float>(normals(seed, Stream::bench, {p, j, d, 0})[0]);
      const auto noise = static_cast<float>(normals(seed, Stream::bench, {p, j, 99, 0})[0]);
      population.y.push_back(population.x(j, 0) + 0.7F * population.x(j, 1) + 0.5F * noise);
    }
    data.populations.push_back(std::move(population));
  }
  split_rows(data, {}, 0);
  standardise(data);
  return data;
}

TEST(SelectCurve, TheKneeDoesNotDependOnHowFarTheCurveGoes) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    const Dataset data = mostly_noise(seed);
    const auto near = curve_of(data, {1, 2, 3}, linear(), {});
    const auto far = curve_of(data, {1, 2, 3, 12}, linear(), {});
    EXPECT_EQ(near.budgets[near.knee], 2) << "seed " << seed;
    EXPECT_EQ(far.budgets[far.knee], 2) << "seed " << seed;
  }
}

TEST(SelectCurve, TheBestOfManyUselessFeaturesDoesNotMoveTheKnee) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto curve = curve_of(mostly_noise(seed), {1, 2, 3, 4, 5}, linear(), {});
    EXPECT_EQ(curve.budgets[curve.knee], 2) << "seed " << seed;
  }
}

TEST(SelectCurve, ALargeGainCountsHoweverManyFeaturesComeAtOnce) {
  const auto curve = curve_of(mostly_noise(0), {1, 10}, linear(), {});
  EXPECT_EQ(curve.budgets[curve.knee], 10);
}

/// Population A is hopeless whatever is chosen; population B lives on x_1, and a little on x_2.
Dataset one_hopeless() {
  Dataset data = two_populations(600);
  for (std::size_t j = 0; j < data.populations[0].y.size(); ++j)
    data.populations[0].y[j] =
        static_cast<float>(normals(6, Stream::bench, {static_cast<std::uint32_t>(j), 0, 0, 0})[0]);
  return data;
}

TEST(SelectCurve, TheKneeCountsAPopulationThatIsNotTheWorst) {
  const auto curve = curve_of(one_hopeless(), {1, 2, 3, 4}, linear(), {});
  EXPECT_EQ(curve.budgets[curve.knee], 2);
  EXPECT_EQ(chosen_set(curve.selections[curve.knee]), (FeatureSet{1, 2}));
}

TEST(FeatureLoss, CountsAPopulationThatIsNotTheWorst) {
  const auto curve = curve_of(one_hopeless(), {2}, linear(), {});
  const auto& selected = curve.selections[0].selected;
  const auto needed = std::ranges::find(selected, 1U, &ChosenFeature::feature);
  ASSERT_NE(needed, selected.end());
  EXPECT_LT(needed->loss_without->loss, 0.1);  // of the worst risk
  EXPECT_TRUE(needed->loss_without->helps);
}

TEST(FeatureLoss, SaysWhatTheSetLosesAndWhetherThatMayBeChance) {
  const Dataset data = mostly_noise(1);
  const auto options = linear();
  const auto curve = curve_of(data, {4}, options, {});
  const FeatureSet set = chosen_set(curve.selections[0]);
  ASSERT_EQ(set.size(), 4U);
  for (const auto& chosen : curve.selections[0].selected) {
    ASSERT_TRUE(chosen.loss_without.has_value());
    EXPECT_EQ(chosen.loss_without->helps, chosen.feature < 2) << chosen.feature;
    EXPECT_NEAR(
        chosen.loss_without->loss,
        value_of(data, options, without(set, chosen.feature)) - value_of(data, options, set), 1e-9);
    EXPECT_GT(chosen.loss_without->standard_error, 0);
  }
}

TEST(SelectCurve, WorthIsWhatTheSetLosesWithoutTheFeature) {
  const Dataset data = two_populations();
  const auto options = linear();
  const auto curve = curve_of(data, {3}, options, {});
  const FeatureSet set = chosen_set(curve.selections[0]);
  ASSERT_EQ(curve.worth.size(), 3U);
  for (const auto& worth : curve.worth) {
    const double whole = value_of(data, options, set);
    EXPECT_NEAR(worth.loss, value_of(data, options, without(set, worth.feature)) - whole, 1e-9);
    double best = 9;
    for (std::size_t other = 0; other < 5; ++other)
      if (!contains(set, other))
        best = std::min(best, value_of(data, options, with(without(set, worth.feature), other)));
    EXPECT_NEAR(worth.loss_instead, best - whole, 1e-9);
    EXPECT_FALSE(contains(worth.instead, worth.feature));
    EXPECT_GE(worth.loss_se, 0);
  }
}

TEST(SelectCurve, KeepsToTheRules) {
  auto options = linear();
  options.rules.include = {"f4"};
  options.rules.at_most = {{1, {"f0", "f1"}}};
  const auto curve = curve_of(two_populations(), {1, 2, 3}, options, {});
  for (const auto& selection : curve.selections) {
    const FeatureSet set = chosen_set(selection);
    EXPECT_TRUE(contains(set, 4));
    EXPECT_FALSE(contains(set, 0) && contains(set, 1));
  }
}

TEST(SelectCurve, InterruptedItKeepsWhatIsFinished) {
  std::atomic<bool> stop{false};
  Context context;
  context.stop = &stop;
  context.on_progress = [&](const Progress& p) {
    if (p.stage == "curve" && p.done >= 2) stop = true;
  };
  const auto curve = curve_of(two_populations(), {1, 2, 3, 4}, linear(), context);
  EXPECT_EQ(curve.selections.size(), 2U);
  EXPECT_TRUE(curve.worth.empty());
}

TEST(SelectCurve, DoesNotDependOnTheNumberOfThreads) {
  Context four;
  four.threads = 4;
  const auto one = curve_of(two_populations(), {1, 2, 3}, linear(), {});
  const auto more = curve_of(two_populations(), {1, 2, 3}, linear(), four);
  ASSERT_EQ(one.selections.size(), more.selections.size());
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(chosen_set(one.selections[i]), chosen_set(more.selections[i]));
  EXPECT_EQ(one.knee, more.knee);
}

}  // namespace
}  // namespace drfs
