// The discrete search against brute force over all sets of a small table.
#include "select/refine.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "select/set_risk.hpp"

#include "select/two_populations.hpp"

namespace drfs {
namespace {

const FeatureSet kAll = {0, 1, 2, 3, 4};

SelectOptions linear(int budget) {
  SelectOptions options;
  options.budget = budget;
  options.model.model = "linear";
  return options;
}

std::vector<FeatureSet> all_sets(std::size_t features, std::size_t size) {
  std::vector<FeatureSet> sets;
  for (unsigned bits = 0; bits < 1U << features; ++bits) {
    FeatureSet set;
    for (std::size_t f = 0; f < features; ++f)
      if ((bits >> f & 1U) != 0) set.push_back(f);
    if (set.size() == size) sets.push_back(set);
  }
  return sets;
}

std::optional<Refined> refined_among(const Dataset& data, const Candidates& candidates,
                                     const SelectOptions& options, const Context& context) {
  return refine_among(data, candidates, Constraints::from(data, options, {}), options, context);
}

bool is_of_three(const FeatureSet& set) {
  return set.size() == 3;
}

FeatureSet sorted(FeatureSet set) {
  std::ranges::sort(set);
  return set;
}

double score(SetRisk& risk, const FeatureSet& set) {
  return Aim().score(risk.risk(set));
}

TEST(SetRisk, KnowingTheRightFeaturesIsBetter) {
  const Dataset data = two_populations();
  const auto options = linear(2);
  const Context context;
  SetRisk risk(data, options, nullptr, context);
  EXPECT_LT(risk.risk({0, 1}).worst(), 0.2);
  EXPECT_GT(risk.risk({0, 2}).worst(), 0.8);  // population B is left with little
  EXPECT_NEAR(risk.risk({}).worst(), 1.0, 0.02);
  EXPECT_EQ(risk.sets_tried(), 3U);
}

TEST(SetRisk, IsThatOfAModelFittedByHand) {
  // y is exactly x_0 in a single population: the linear model leaves nothing.
  Dataset data = two_populations();
  data.populations.pop_back();
  for (std::size_t j = 0; j < 400; ++j) data.populations[0].y[j] = data.populations[0].x(j, 0);
  const auto options = linear(1);
  const Context context;
  SetRisk risk(data, options, nullptr, context);
  EXPECT_LT(risk.risk({0}).worst(), 1e-3);
}

TEST(SetRisk, TheRaceFindsWhatAllScoresFind) {
  const Dataset data = two_populations();
  for (std::size_t size : {1, 2, 3}) {
    const auto options = linear(static_cast<int>(size));
    const Context context;
    SetRisk race(data, options, nullptr, context), complete(data, options, nullptr, context);
    double best = 2;
    for (const auto& set : all_sets(5, size)) best = std::min(best, score(complete, set));
    EXPECT_EQ(score(race, race.best_of(all_sets(5, size), {})), best);
  }
}

TEST(SetRisk, DoesNotDependOnTheNumberOfThreads) {
  const Dataset data = two_populations();
  const SelectOptions options;
  Context one, four;
  four.threads = 4;
  SetRisk alone(data, options, nullptr, one), together(data, options, nullptr, four);
  const auto best = alone.best_of(all_sets(5, 2), {});
  EXPECT_EQ(best, together.best_of(all_sets(5, 2), {}));
  EXPECT_EQ(score(alone, best), score(together, best));
}

TEST(SetRisk, TakesTheBetterOfTwoLearnersInEachPopulation) {
  Dataset data = two_populations(2000);
  // Population A is a product, which the linear model cannot learn and the smooth one can.
  for (std::size_t j = 0; j < 2000; ++j)
    data.populations[0].y[j] = data.populations[0].x(j, 0) * data.populations[0].x(j, 1);
  const auto options = linear(2);
  const Context context;
  const SmoothRisk smooth(data, {0, 1, 2, 3, 4}, 2, context);
  SetRisk one(data, options, nullptr, context), both(data, options, &smooth, context);
  const FeatureSet set = {0, 1};
  EXPECT_GT(one.risk(set).populations[0].risk(), 0.9);
  EXPECT_LT(both.risk(set).populations[0].risk(), 0.2);
  const double linear_b = one.risk(set).populations[1].risk();
  const double smooth_b = smooth.risk(set).populations[1].risk();
  EXPECT_EQ(both.risk(set).populations[1].risk(), std::min(linear_b, smooth_b));
}

TEST(SetRisk, SetsThatDifferByNoiseOnlyAreNearlyAsGood) {
  const Dataset data = two_populations();
  const auto options = linear(3);
  const Context context;
  SetRisk risk(data, options, nullptr, context);
  for (const auto& set : all_sets(5, 3)) risk.risk(set);
  risk.risk({0, 1});
  const auto near = risk.nearly_as_good({0, 1, 3}, {}, is_of_three, 10);
  // With x_2, which both populations use, a set is better; with the other noise column it is alike.
  ASSERT_GE(near.size(), 2U);
  EXPECT_EQ(near[0].features, (FeatureSet{0, 1, 2}));
  EXPECT_EQ(near[1].features, (FeatureSet{0, 1, 4}));
  for (const auto& set : near) EXPECT_EQ(set.features.size(), 3U);
  EXPECT_TRUE(risk.nearly_as_good({0, 1, 2}, {}, is_of_three, 10)
                  .empty());  // nothing else is like the best
  EXPECT_EQ(risk.nearly_as_good({0, 1, 3}, {}, is_of_three, 1).size(), 1U);
}

TEST(Refine, ReachesTheBestOfAllSetsFromTheWorstStart) {
  const Dataset data = two_populations();
  for (int budget : {1, 2, 3}) {
    const auto options = linear(budget);
    const Context context;
    SetRisk risk(data, options, nullptr, context);
    const auto sets = all_sets(5, static_cast<std::size_t>(budget));
    const auto by_score = [&](const FeatureSet& set) { return score(risk, set); };
    const FeatureSet best = std::ranges::min(sets, {}, by_score);
    const FeatureSet worst = std::ranges::max(sets, {}, by_score);
    const auto refined = refined_among(data, {kAll, kAll, {worst}}, options, context);
    EXPECT_LE(refined->course.worst, (1 + kTie) * risk.risk(best).worst()) << budget;
    EXPECT_LE(refined->course.worst, refined->course.start_worst);
  }
}

TEST(Refine, RefineNeverReturnsAWorseSet) {
  const Dataset data = two_populations(150);
  const Context context;
  for (int budget : {1, 2, 4})
    for (const auto& start : all_sets(5, static_cast<std::size_t>(budget))) {
      auto options = linear(budget);
      options.refine.fill = true;
      const auto refined = refined_among(data, {kAll, kAll, {start}}, options, context);
      SetRisk risk(data, options, nullptr, context);
      const FeatureSet set = sorted(refined->ranked);
      // Better, or as good for the worst population to a hundredth and no worse on average.
      const CvRisk &end = risk.risk(set), &begin = risk.risk(start);
      EXPECT_LE(end.worst(), (1 + kTie) * begin.worst());
      EXPECT_TRUE(end.worst() < begin.worst() || Aim().mean(end) <= Aim().mean(begin));
      EXPECT_EQ(set.size(), static_cast<std::size_t>(budget));
    }
}

TEST(Refine, LeavesOutWhatServesNobodyUnlessItIsToFillTheBudget) {
  const Dataset data = two_populations(1000);
  auto options = linear(5);
  const auto refined = refined_among(data, {kAll, kAll, {kAll}}, options, {});
  EXPECT_EQ(sorted(refined->ranked), (FeatureSet{0, 1, 2}));
  EXPECT_EQ(refined->course.not_needed, (FeatureSet{3, 4}));
  EXPECT_EQ(refined->missed.size(), 3U);

  options.refine.fill = true;
  const auto filled = refined_among(data, {kAll, kAll, {kAll}}, options, {});
  EXPECT_EQ(sorted(filled->ranked), kAll);
  EXPECT_TRUE(filled->course.not_needed.empty());
}

TEST(Refine, WhatIsLeftIsComparedWithSetsOfItsSize) {
  // x_3 is x_2 once more, and outcomes are noisy: one of the two will do, and either.
  Dataset data = two_populations(1000);
  for (std::uint32_t p = 0; p < 2; ++p)
    for (std::uint32_t j = 0; j < 1000; ++j) {
      const auto noise = normals(7, Stream::bench, {p, j, 0, 0});
      data.populations[p].x(j, 3) =
          data.populations[p].x(j, 2) + static_cast<float>(0.1 * noise[0]);
      data.populations[p].y[j] += static_cast<float>(0.5 * noise[1]);
    }
  const auto refined = refined_among(data, {kAll, kAll, {kAll}}, linear(5), {});
  ASSERT_EQ(refined->ranked.size(), 3U);
  ASSERT_FALSE(refined->course.nearly_as_good.empty());
  for (const auto& other : refined->course.nearly_as_good) EXPECT_EQ(other.features.size(), 3U);
}

TEST(Refine, LeavesOutNothingThatTheRulesAskFor) {
  const Dataset data = two_populations(1000);
  auto options = linear(5);
  const auto chosen = [&] {
    return sorted(refined_among(data, {kAll, kAll, {kAll}}, options, {})->ranked);
  };
  options.rules.include = {"f3"};
  EXPECT_EQ(chosen(), (FeatureSet{0, 1, 2, 3}));
  options.rules = {};
  options.rules.needs = {"f0:f4"};
  EXPECT_EQ(chosen(), (FeatureSet{0, 1, 2, 4}));
}

TEST(Refine, LeavesOutNothingWhereTimeIsUpOrTargetsAreSet) {
  const Dataset data = two_populations(1000);
  auto options = linear(5);
  const auto chosen = [&] {
    return sorted(refined_among(data, {kAll, kAll, {kAll}}, options, {})->ranked);
  };
  options.refine.time_limit = 1e-9;
  EXPECT_EQ(chosen(), kAll);
  options.refine.time_limit = 0;
  options.aim.aim = AimName::mean;
  options.aim.max_risk = {"0.5"};
  EXPECT_EQ(chosen(), kAll);
}

TEST(Refine, RanksFirstWhatIsMissedMost) {
  const Dataset data = two_populations();
  const Context context;
  const auto refined = refined_among(data, {kAll, kAll, {{0, 1, 3}}}, linear(3), context);
  // Both populations' own features come before the small one that they share.
  EXPECT_EQ(refined->ranked.back(), 2U);
}

TEST(Refine, OutOfTimeItReturnsTheBestStart) {
  const Dataset data = two_populations();
  auto options = linear(2);
  options.refine.time_limit = 1e-9;
  const auto refined = refined_among(data, {kAll, kAll, {{3, 4}, {0, 1}}}, options, Context{});
  EXPECT_EQ(refined->course.passes, 0);
  FeatureSet set = refined->ranked;
  std::ranges::sort(set);
  EXPECT_EQ(set, (FeatureSet{0, 1}));
}

TEST(Refine, InterruptedBeforeItHasASetItReturnsNothing) {
  const Dataset data = two_populations();
  const std::atomic<bool> stop{true};
  Context context;
  context.stop = &stop;
  EXPECT_FALSE(
      refined_among(data, {{0, 1, 2}, {0, 1, 2}, {{0, 1}}}, linear(2), context).has_value());
}

TEST(Candidates, HoldWhatOnlyOnePopulationNeeds) {
  const Dataset data = two_populations();
  Means means;
  means.importance = {{0.9, 0.1, 0, 0, 0}, {0.1, 0, 0, 0, 0.9}};
  // The relaxation ranks column 4 last.
  Relaxation relaxation;
  relaxation.alpha = {0.1, 0.2, 0.3, 0.4, 9};
  relaxation.path = {{0, 5, {0.1, 9, 0.2, 9, 9}}};
  const auto candidates = find_candidates(data, Constraints::from(data, linear(2), {}), means,
                                          relaxation, linear(2), {});
  EXPECT_TRUE(std::ranges::binary_search(candidates.pool, 4U));
  EXPECT_EQ(candidates.starts[0], (FeatureSet{0, 1}));  // the relaxation's
  EXPECT_EQ(candidates.starts[1], (FeatureSet{0, 2}));  // and those on its path
  EXPECT_EQ(candidates.starts[3], (FeatureSet{0, 4}));  // each population's own first
  EXPECT_EQ(candidates.starts[4], (FeatureSet{0, 1}));  // the largest slope of each
  for (const auto& start : candidates.starts) EXPECT_EQ(start.size(), 2U);
}

TEST(Candidates, AFullBudgetIsEveryFeature) {
  const Dataset data = two_populations();
  Means means;
  means.importance.assign(2, std::vector<double>(5, 0.2));
  Relaxation relaxation;
  relaxation.alpha.assign(5, 1.0);
  const auto candidates = find_candidates(data, Constraints::from(data, linear(5), {}), means,
                                          relaxation, linear(5), {});
  EXPECT_EQ(candidates.starts[0], (FeatureSet{0, 1, 2, 3, 4}));
  EXPECT_EQ(candidates.pool.size(), 5U);
}

}  // namespace
}  // namespace drfs
