// The search against brute force over all sets of small tables, by every aim.
#include "select/search/search.hpp"
#include "methods/make_problem.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "select/four_populations.hpp"
#include "select/measure/ruler.hpp"
#include "select/searching.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

using namespace drfs::testing;

constexpr std::size_t kBudget = 3;

SelectOptions with_budget(int budget, const std::string& model = "auto") {
  SelectOptions options{.budget = budget, .settings = MethodSettings{}};
  options.model.model = model;
  return options;
}

FeatureSet found(const Dataset& data, const SelectOptions& options, const Ranking& ranked = {}) {
  Searching it(data, options, ranked);
  return sorted(it.search.run(it.constraints)->ranked);
}

struct AimCase {
  const char* name;
  AimName aim;
  std::vector<NamedAmount> weights;
  std::string best;  // by the shares of variance
};

class EveryAim : public ::testing::TestWithParam<AimCase> {
 protected:
  SelectOptions options(const std::string& model = "auto") const {
    SelectOptions out = with_budget(kBudget, model);
    out.aim.beta = 5;
    out.aim.cvar_share = 0.5;
    out.aim.aim = GetParam().aim;
    out.aim.population_weight = GetParam().weights;
    return out;
  }
  const Dataset data_ = four_populations();
};

TEST_P(EveryAim, TheSearchFindsTheBestOfAllSets) {
  for (const char* model : {"auto", "linear"}) {
    Searching it(data_, options(model), {3, 6, 4, 2, 0, 5, 1});
    Eigen::ArrayXXd own = Eigen::ArrayXXd::Constant(kPopulations, kDraws, 9);
    for (Eigen::Index p = 0; p < own.rows(); ++p) {
      const FeatureSet best =
          std::ranges::min(sets_of(kBudget, kFeatures), {},
                           [&](const auto& set) { return it.search.risk(set).risk.row(p).mean(); });
      own.row(p) = it.search.risk(best).risk.row(p);
    }
    const Aim aim = it.search.aim().against(own);
    const FeatureSet best = std::ranges::min(sets_of(kBudget, kFeatures), {}, [&](const auto& set) {
      return aim.score(it.search.risk(set));
    });
    EXPECT_EQ(letters(best), GetParam().best) << model;
    const auto refined = it.search.run(it.constraints);
    EXPECT_EQ(letters(sorted(refined->ranked)), GetParam().best) << model;
    EXPECT_NEAR(refined->course.aim, aim.values(it.search.risk(best)).mean(), 1e-12);
    EXPECT_NEAR(refined->course.worst, it.search.risk(best).worst(), 1e-12);
  }
}

TEST_P(EveryAim, TheOrderOfThePopulationsDoesNotMatter) {
  Dataset reversed = data_;
  std::ranges::reverse(reversed.populations);
  EXPECT_EQ(found(reversed, options()), found(data_, options()));
}

TEST_P(EveryAim, SetsThatAreNearlyAsGoodMayBeBetter) {
  // With few rows more sets look alike.
  const Dataset few = four_populations(60);
  Searching it(few, options());
  const auto refined = it.search.run(it.constraints);
  ASSERT_FALSE(refined->course.nearly_as_good.empty());
  EXPECT_LE(refined->course.nearly_as_good.size(), 10U);
  EXPECT_TRUE(std::ranges::is_sorted(refined->course.nearly_as_good, {}, &NearlyAsGood::aim));
  for (const auto& near : refined->course.nearly_as_good) {
    EXPECT_EQ(near.features.size(), refined->ranked.size());
    EXPECT_NE(near.features, sorted(refined->ranked));
    EXPECT_NEAR(near.worst, it.search.risk(near.features).worst(), 1e-12);
  }
}

const std::vector<AimCase> kCases = {{"worst", AimName::worst, {}, "bef"},
                                     {"softmax", AimName::softmax, {}, "bcf"},
                                     {"cvar", AimName::cvar, {}, "bcf"},
                                     {"mean", AimName::mean, {}, "abf"},
                                     {"weighted_mean", AimName::mean, {{"A", 4}}, "bfg"},
                                     {"regret", AimName::regret, {}, "abc"}};

INSTANTIATE_TEST_SUITE_P(Aims, EveryAim, ::testing::ValuesIn(kCases),
                         [](const auto& parameters) { return parameters.param.name; });

TEST(BestAlone, IsTheBestOfAllSetsForEachPopulation) {
  const Dataset data = four_populations();
  SelectOptions options = with_budget(kBudget);
  options.aim.aim = AimName::regret;
  Searching it(data, options);
  const auto refined = it.search.run(it.constraints);
  ASSERT_EQ(refined->best_alone.size(), kPopulations);
  for (std::size_t p = 0; p < kPopulations; ++p) {
    double least = 9;
    for (const auto& set : sets_of(kBudget, kFeatures))
      least = std::min(least, it.search.risk(set).mean()[p]);
    EXPECT_NEAR(refined->best_alone[p].risk, least, 1e-12)
        << letters(refined->best_alone[p].features);
  }
}

TEST(BestAlone, KeepsToTheRules) {
  const Dataset data = four_populations(400);
  SelectOptions options = with_budget(kBudget);
  options.aim.aim = AimName::regret;
  options.rules.exclude = {"a"};
  options.rules.include = {"g"};
  Searching it(data, options);
  const auto refined = it.search.run(it.constraints);
  for (const auto& own : refined->best_alone) {
    EXPECT_FALSE(contains(own.features, 0));
    EXPECT_TRUE(contains(own.features, 6));
  }
}

TEST(Search, NeverReturnsASetThatScoresWorseThanAStart) {
  const Dataset data = two_populations(150, 0.5F);
  for (const char* model : {"auto", "linear"})
    for (int budget : {1, 2, 4}) {
      SelectOptions options = with_budget(budget, model);
      options.settings->refine.fill = true;
      Searching it(data, options, {4, 3, 2, 1, 0});
      for (const auto& start : sets_of(static_cast<std::size_t>(budget), 5)) {
        const FeatureSet set = sorted(it.search.run(it.constraints, {start})->ranked);
        EXPECT_LE(it.score(set), it.score(start) + 1e-12);
        EXPECT_EQ(set.size(), static_cast<std::size_t>(budget));
      }
    }
}

TEST(Search, FindsAPairOfWhichNeitherHelpsAlone) {
  Dataset data = two_populations(1500);
  for (auto& population : data.populations)
    for (std::size_t j = 0; j < population.y.size(); ++j)
      population.y[j] = population.x(j, 0) * population.x(j, 1);
  standardise(data);
  EXPECT_EQ(found(data, with_budget(2), {2, 3, 4, 1, 0}), (FeatureSet{0, 1}));
}

TEST(Search, SeesAWaveThatNoStraightLineSees) {
  Dataset data = two_populations(1500);
  for (auto& population : data.populations)
    for (std::size_t j = 0; j < population.y.size(); ++j)
      population.y[j] = std::cos(2 * population.x(j, 3)) + 0.1F * population.x(j, 0);
  standardise(data);
  EXPECT_EQ(found(data, with_budget(1)), (FeatureSet{3}));
}

TEST(Search, LeavesOutWhatServesNobodyUnlessItIsToFillTheBudget) {
  const Dataset data = two_populations(3000);
  SelectOptions options = with_budget(5);
  Searching it(data, options);
  const auto refined = it.search.run(it.constraints);
  EXPECT_EQ(sorted(refined->ranked), (FeatureSet{0, 1, 2}));
  EXPECT_EQ(refined->course.not_needed, (FeatureSet{3, 4}));
  EXPECT_EQ(refined->loss_without.size(), 3U);
  EXPECT_EQ(refined->ranked.back(), 2U);  // both populations' own features are missed more
  options.settings->refine.fill = true;
  EXPECT_EQ(found(data, options).size(), 5U);
  options.settings->refine.fill = false;
  options.rules.include = {"f3"};
  EXPECT_EQ(found(data, options), (FeatureSet{0, 1, 2, 3}));
  options.rules = {};
  options.rules.needs = {{"f0", {"f4"}}};
  EXPECT_EQ(found(data, options), (FeatureSet{0, 1, 2, 4}));
}

TEST(Search, SaysWhatIsSurelyMissedAndWhatIsNot) {
  SelectOptions options = with_budget(5);
  options.settings->refine.fill = true;
  const Dataset data = two_populations(600, 0.5F);
  Searching it(data, options);
  const auto refined = it.search.run(it.constraints);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(refined->loss_without[i].helps, refined->ranked[i] < 3) << refined->ranked[i];
}

TEST(Search, APopulationOfPureNoiseDoesNotSteer) {
  // A lives on x_0 and x_2, and B is noise: nothing is bought for B.
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    Dataset data = two_populations(300, 0.3F);
    for (std::uint32_t j = 0; j < 300; ++j)
      data.populations[1].y[j] =
          static_cast<float>(normals(20 + seed, Stream::bench, {j, 0, 0, 0})[0]);
    standardise(data);
    EXPECT_EQ(found(data, with_budget(2)), (FeatureSet{0, 2})) << seed;
  }
}

TEST(Search, OutOfTimeItReturnsASetAndInterruptedBeforeItHasOneNothing) {
  const Dataset data = two_populations();
  SelectOptions options = with_budget(2, "linear");
  options.settings->refine.time_limit = 1e-9;
  Searching late(data, options);
  EXPECT_EQ(late.search.run(late.constraints)->ranked.size(), 2U);

  std::atomic<bool> stop{false};
  Context context;
  context.stop = &stop;
  Searching it(data, with_budget(2, "linear"), {}, context);
  stop = true;
  EXPECT_FALSE(it.search.run(it.constraints).has_value());
}

TEST(Search, DoesNotDependOnTheNumberOfThreads) {
  const Dataset data = four_populations(200);
  Context four;
  four.threads = 4;
  Searching alone(data, with_budget(3)), together(data, with_budget(3), {}, four);
  const auto one = alone.search.run(alone.constraints),
             more = together.search.run(together.constraints);
  EXPECT_EQ(one->ranked, more->ranked);
  EXPECT_EQ(one->course.risk, more->course.risk);
}

TEST(Candidates, HoldWhatOnlyOnePopulationNeeds) {
  const Dataset data = two_populations();
  Evidence evidence;
  evidence.means.importance = {{0.9, 0.1, 0, 0, 0}, {0.1, 0, 0, 0, 0.9}};
  // The relaxation ranks column 4 last.
  Relaxation& relaxation = evidence.relaxation;
  relaxation.alpha = {0.1, 0.2, 0.3, 0.4, 9};
  relaxation.path = {{0, 5, {0.1, 9, 0.2, 9, 9}}};
  const SelectOptions options = with_budget(2);
  const auto constraints = make_constraints(data, options, {});
  const auto candidates = find_candidates(data, constraints, evidence, recipe_of(options), {});
  EXPECT_EQ(candidates.pool, (FeatureSet{0, 1, 2, 3, 4}));
  const auto start = [&](std::size_t i) { return *constraints.fill({}, candidates.rankings[i]); };
  EXPECT_EQ(start(1), (FeatureSet{0, 4}));  // each population's own first
  EXPECT_EQ(start(2), (FeatureSet{0, 1}));  // the largest slope of each
  EXPECT_EQ(start(4), (FeatureSet{0, 2}));  // those on the relaxation's path
}

}  // namespace
}  // namespace drfs
