// The search by each aim against brute force over all sets of a small table, on which the aims
// choose differently.
#include <gtest/gtest.h>

#include <algorithm>

#include "select/aim.hpp"
#include "select/four_populations.hpp"
#include "select/own_best.hpp"
#include "select/proposals.hpp"
#include "select/refine.hpp"
#include "select/set_risk.hpp"

namespace drfs {
namespace {

using namespace drfs::testing;

constexpr std::size_t kBudget = 3;

Refined searched(const Dataset& data, const SelectOptions& options) {
  const Context context;
  return *refine(data, Constraints::from(data, options, context), no_means(), no_relaxation(),
                 options, context);
}

/// Each population's least risk over all sets.
std::vector<double> least_risks(SetRisk& risk) {
  std::vector<double> least(kPopulations, 9);
  for (const auto& set : all_sets(kBudget))
    for (std::size_t p = 0; p < kPopulations; ++p)
      least[p] = std::min(least[p], risk.risk(set).populations[p].risk());
  return least;
}

struct AimCase {
  const char* name;
  AimName aim;
  std::vector<std::string> weights;
  std::string best;  // by the shares of variance
};

class EveryAim : public ::testing::TestWithParam<AimCase> {
 protected:
  EveryAim() {
    options_.budget = kBudget;
    options_.model.model = "linear";
    options_.objective.beta = 5;
    options_.objective.cvar_share = 0.5;
    options_.aim.aim = GetParam().aim;
    options_.aim.population_weight = GetParam().weights;
  }
  const Dataset data_ = four_populations();
  SelectOptions options_;
};

TEST_P(EveryAim, TheSearchFindsTheBestOfAllSets) {
  const Context context;
  SetRisk risk(data_, options_, nullptr, context);
  const Aim aim = Aim::from(data_, options_).against(least_risks(risk));
  const auto score = [&](const FeatureSet& set) { return aim.score(risk.risk(set)); };
  const FeatureSet best = std::ranges::min(all_sets(kBudget), {}, score);
  EXPECT_EQ(letters(best), GetParam().best);
  const Refined refined = searched(data_, options_);
  EXPECT_EQ(letters(sorted(refined.ranked)), GetParam().best);
  EXPECT_DOUBLE_EQ(refined.course.aim, aim.of(risk.risk(best)));
  EXPECT_DOUBLE_EQ(refined.course.worst, risk.risk(best).worst());
}

TEST_P(EveryAim, TheRaceIsWonByTheBest) {
  const Context context;
  SetRisk risk(data_, options_, nullptr, context);
  const Aim aim = Aim::from(data_, options_).against(least_risks(risk));
  EXPECT_EQ(letters(risk.best_of(all_sets(kBudget), aim)), GetParam().best);
}

TEST_P(EveryAim, TheSmoothLearnerProposesTheBestByItsOwnMeasure) {
  const Context context;
  Candidates candidates{{0, 1, 2, 3, 4, 5, 6}, {3, 6, 4, 2, 0, 5, 1}, {{3, 4, 6}}};
  if (GetParam().aim == AimName::regret)
    candidates.own_best = {{1, 3, 6}, {1, 2, 4}, {2, 3, 5}, {0, 1, 5}};
  SmoothRisk smooth(data_, candidates.ranked, kBudget, context);
  const auto risk_of = [&](const FeatureSet& set) { return smooth.risk(set); };
  const Aim stated = Aim::from(data_, options_);
  const auto proposed = propose(
      smooth, stated, candidates, Constraints::from(data_, options_, context), [] { return false; },
      context);
  const Aim aim = stated.against(candidates.own_best, risk_of);
  const auto score = [&](const FeatureSet& set) { return aim.score(smooth.risk(set)); };
  EXPECT_EQ(letters(std::ranges::min(all_sets(kBudget), {}, score)), GetParam().best);
  EXPECT_EQ(letters(proposed[1]), GetParam().best);  // the first is the one that settles ties
}

TEST_P(EveryAim, TheOrderOfThePopulationsDoesNotMatter) {
  Dataset reversed = data_;
  std::ranges::reverse(reversed.populations);
  EXPECT_EQ(searched(reversed, options_).ranked, searched(data_, options_).ranked);
}

TEST_P(EveryAim, SetsThatAreNearlyAsGoodAreSoByTheAim) {
  // With few rows more sets look alike.
  const Dataset few = four_populations(60);
  const Context context;
  SetRisk risk(few, options_, nullptr, context);
  const Refined refined = searched(few, options_);
  std::vector<double> own;
  for (const auto& set : refined.own_best) own.push_back(set.risk);
  const Aim aim = Aim::from(few, options_).against(own);
  const CvRisk chosen = risk.risk(sorted(refined.ranked));
  ASSERT_FALSE(refined.course.nearly_as_good.empty());
  for (const auto& near : refined.course.nearly_as_good) {
    const CvRisk& other = risk.risk(near.features);
    EXPECT_DOUBLE_EQ(near.aim, aim.of(other));
    EXPECT_DOUBLE_EQ(near.worst, other.worst());
    EXPECT_LE(near.aim - aim.of(chosen), aim.standard_error_of_difference(other, chosen));
  }
  EXPECT_TRUE(std::ranges::is_sorted(refined.course.nearly_as_good, {}, &NearlyAsGood::aim));
}

const std::vector<AimCase> kCases = {{"worst", AimName::worst, {}, "bef"},
                                     {"softmax", AimName::softmax, {}, "bcf"},
                                     {"cvar", AimName::cvar, {}, "bcf"},
                                     {"mean", AimName::mean, {}, "abf"},
                                     {"weighted_mean", AimName::mean, {"A=4"}, "bfg"},
                                     {"regret", AimName::regret, {}, "abc"}};

INSTANTIATE_TEST_SUITE_P(Aims, EveryAim, ::testing::ValuesIn(kCases),
                         [](const auto& parameters) { return parameters.param.name; });

TEST(OwnBest, IsTheBestOfAllSetsForEachPopulation) {
  const Dataset data = four_populations();
  SelectOptions options;
  options.budget = kBudget;
  options.model.model = "linear";
  options.aim.aim = AimName::regret;
  const Context context;
  SetRisk risk(data, options, nullptr, context);
  const auto least = least_risks(risk);
  const Refined refined = searched(data, options);
  ASSERT_EQ(refined.own_best.size(), kPopulations);
  for (std::size_t p = 0; p < kPopulations; ++p) {
    EXPECT_DOUBLE_EQ(refined.own_best[p].risk, least[p]) << letters(refined.own_best[p].features);
    EXPECT_EQ(refined.own_best[p].features.size(), kBudget);
  }
}

TEST(OwnBest, KeepsToTheRules) {
  const Dataset data = four_populations(400);
  SelectOptions options;
  options.budget = kBudget;
  options.model.model = "linear";
  options.aim.aim = AimName::regret;
  options.rules.exclude = {"a"};
  options.rules.include = {"g"};
  for (const auto& own : searched(data, options).own_best) {
    EXPECT_FALSE(contains(own.features, 0));
    EXPECT_TRUE(contains(own.features, 6));
  }
}

}  // namespace
}  // namespace drfs
