// The aims: values by hand, what must hold between them, and what is refused.
#include "select/aim.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "data/scratch_file.hpp"
#include "drfs/methods.hpp"

namespace drfs {
namespace {

using Risks = std::vector<double>;
using Texts = std::vector<std::string>;

Dataset named(const Texts& names) {
  Dataset data;
  for (const auto& name : names) data.populations.push_back({name, {}, {}, {}, 0});
  return data;
}

SelectOptions stated(AimName name, const Texts& weights = {}, double share = 0.25,
                     double beta = 10) {
  SelectOptions options;
  options.aim.aim = name;
  options.aim.population_weight = weights;
  options.objective.cvar_share = share;
  options.objective.beta = beta;
  return options;
}

Aim aim_of(AimName name, const Texts& weights = {}, double share = 0.25, double beta = 10) {
  return Aim::from(named({"A", "B", "C", "D"}), stated(name, weights, share, beta));
}

const Risks kRisks = {0.2, 0.8, 0.4, 0.6};

TEST(Aim, HasTheValuesThatAreWorkedOutByHand) {
  EXPECT_EQ(Aim().of(kRisks), 0.8);
  EXPECT_EQ(aim_of(AimName::worst).of(kRisks), 0.8);
  EXPECT_NEAR(aim_of(AimName::mean).of(kRisks), 0.5, 1e-12);
  EXPECT_NEAR(aim_of(AimName::cvar, {}, 0.25).of(kRisks), 0.8, 1e-12);
  EXPECT_NEAR(aim_of(AimName::cvar, {}, 0.5).of(kRisks), 0.7, 1e-12);
  EXPECT_NEAR(aim_of(AimName::cvar, {}, 0.4).of(kRisks), (0.8 + 0.6 * 0.6) / 1.6, 1e-12);
  EXPECT_NEAR(aim_of(AimName::softmax, {}, 0.25, 2).of(kRisks),
              std::log((std::exp(0.4) + std::exp(1.6) + std::exp(0.8) + std::exp(1.2)) / 4) / 2,
              1e-12);
}

TEST(Aim, WeightsSayWhatAPopulationCounts) {
  EXPECT_NEAR(aim_of(AimName::mean, {"A=2", "D=0"}).of(kRisks), (0.4 + 0.8 + 0.4) / 4, 1e-12);
  // A quarter of the total weight of 8: population B alone has more.
  EXPECT_NEAR(aim_of(AimName::cvar, {"B=5"}, 0.25).of(kRisks), 0.8, 1e-12);
  EXPECT_NEAR(aim_of(AimName::cvar, {"B=0"}, 0.5).of(kRisks), (0.6 + 0.4 / 2) / 1.5, 1e-12);
}

TEST(Aim, TheRegretIsTheMostThatAPopulationLosesAgainstItsOwnBest) {
  const Aim regret = aim_of(AimName::regret);
  EXPECT_EQ(regret.of(kRisks), 0.8);  // against nothing
  EXPECT_NEAR(regret.against(Risks{0.1, 0.75, 0.1, 0.5}).of(kRisks), 0.3, 1e-12);
  // No population of which much is left to lose: the best for all may be the best for each.
  EXPECT_NEAR(regret.against(kRisks).of(kRisks), 0, 1e-12);
  EXPECT_EQ(aim_of(AimName::worst).against(Risks{1, 1, 1, 1}).of(kRisks), 0.8);
}

Risks random_risks(std::uint32_t number, std::size_t count) {
  Risks risks;
  for (std::uint32_t p = 0; p < count; ++p)
    risks.push_back(uniform(3, Stream::bench, {number, p, 0, 0}));
  return risks;
}

TEST(Aim, AnyMeanOfTheWorstLiesBetweenTheMeanAndTheWorst) {
  for (std::uint32_t i = 0; i < 200; ++i) {
    const Risks risks = random_risks(i, 4);
    const double mean = aim_of(AimName::mean).of(risks), worst = Aim().of(risks);
    double before = worst;
    for (double share : {1e-9, 0.1, 0.25, 0.3, 0.5, 0.8, 1.0}) {
      const double cvar = aim_of(AimName::cvar, {}, share).of(risks);
      EXPECT_LE(mean, cvar + 1e-12);
      EXPECT_LE(cvar, before + 1e-12);
      before = cvar;
    }
    EXPECT_NEAR(before, mean, 1e-12);
    EXPECT_NEAR(aim_of(AimName::cvar, {}, 1e-9).of(risks), worst, 1e-12);
    for (double beta : {1e-6, 1.0, 10.0, 1e6}) {
      const double smooth = aim_of(AimName::softmax, {}, 0.25, beta).of(risks);
      EXPECT_LE(mean, smooth + 1e-9);
      EXPECT_LE(smooth, worst + 1e-12);
    }
    EXPECT_NEAR(aim_of(AimName::softmax, {}, 0.25, 1e6).of(risks), worst, 1e-5);
    EXPECT_NEAR(aim_of(AimName::softmax, {}, 0.25, 1e-6).of(risks), mean, 1e-5);
  }
}

constexpr AimName kAll[] = {AimName::worst, AimName::softmax, AimName::cvar, AimName::mean,
                            AimName::regret};

TEST(Aim, DoesNotDependOnTheOrderOfThePopulations) {
  const Risks own = random_risks(999, 4), own_reversed(own.rbegin(), own.rend());
  for (AimName name : kAll)
    for (std::uint32_t i = 0; i < 50; ++i) {
      const Risks risks = random_risks(i, 4), reversed(risks.rbegin(), risks.rend());
      const Texts weights =
          name == AimName::worst || name == AimName::regret ? Texts{} : Texts{"A=3", "C=0.5"};
      const Texts mirrored = weights.empty() ? Texts{} : Texts{"D=3", "B=0.5"};
      EXPECT_NEAR(aim_of(name, weights, 0.3).against(own).of(risks),
                  aim_of(name, mirrored, 0.3).against(own_reversed).of(reversed), 1e-12);
    }
}

TEST(Aim, AWeightOfTwoIsAPopulationThatIsThereTwice) {
  const Dataset twice = named({"A", "A2", "B", "C", "D"});
  for (AimName name : {AimName::softmax, AimName::cvar, AimName::mean})
    for (std::uint32_t i = 0; i < 50; ++i) {
      const Risks risks = random_risks(i, 4);
      Risks repeated = risks;
      repeated.insert(repeated.begin(), risks[0]);
      EXPECT_NEAR(aim_of(name, {"A=2"}, 0.45).of(risks),
                  Aim::from(twice, stated(name, {}, 0.45)).of(repeated), 1e-12);
    }
}

TEST(Aim, APopulationBeyondItsLimitTellsThatTheValueIsBeyond) {
  const Risks own = {0.3, 0.1, 0.2, 0.0};
  std::size_t beyond = 0;
  for (AimName name : kAll) {
    const bool weighted = name != AimName::worst && name != AimName::regret;
    const Aim aim = aim_of(name, weighted ? Texts{"B=3", "C=0"} : Texts{}, 0.4).against(own);
    for (std::uint32_t i = 0; i < 200; ++i) {
      const Risks risks = random_risks(i, 4);
      for (double value : {0.1, 0.3, 0.6}) {
        const auto limits = aim.limits(value, 4);
        for (std::size_t p = 0; p < 4; ++p)
          if (risks[p] > limits[p]) {
            ++beyond;
            EXPECT_GT(aim.of(risks), value) << name_of(name, kAimNames);
          }
      }
    }
    // As tight as can be for the worst risk and the regret: at the limits the value is reached.
    if (!weighted) {
      EXPECT_NEAR(aim.of(aim.limits(0.3, 4)), 0.3, 1e-12);
    }
  }
  EXPECT_GT(beyond, 1000U);
}

TEST(Aim, TiesAreAHundredthOfTheRiskAlsoWhereTheRegretIsNothing) {
  EXPECT_DOUBLE_EQ(Aim().tie_limit(0.5), 1.01 * 0.5);
  const Aim regret = aim_of(AimName::regret).against(Risks{0.2, 0.5, 0.1, 0.1});
  EXPECT_NEAR(regret.tie_limit(0), 0.005, 1e-12);
  EXPECT_GT(regret.tie_limit(-0.01), -0.01);
}

BlockLosses blocks(std::vector<double> loss) {
  return {std::move(loss), std::vector<double>(kRiskBlocks, 2.0)};
}

TEST(Aim, TheErrorOfADifferenceIsThatOfTheAim) {
  const CvRisk a{{blocks({1.0, 1.2, 0.8, 1.1, 0.9, 1.0}), blocks({.1, .1, .1, .1, .1, .1})}};
  const CvRisk b{{blocks({0.7, 1.0, 0.8, 0.6, 0.9, 0.5}), blocks({.2, .2, .2, .2, .2, .2})}};
  const Dataset data = named({"A", "B"});
  const double worst = Aim().standard_error_of_difference(a, b);
  const double mean = Aim::from(data, stated(AimName::mean)).standard_error_of_difference(a, b);
  EXPECT_GT(worst, 0);
  EXPECT_NEAR(mean, worst / 2, 1e-12);  // of the second population there is no doubt
}

TEST(Aim, RefusesPopulationsThatAreNotThereAndWeightsThatAreNone) {
  const auto refused = [](const Texts& weights, const Texts& parts) {
    drfs::testing::expect_error(ErrorCode::usage, parts, [&] {
      Aim::from(named({"north", "south"}), stated(AimName::mean, weights));
    });
  };
  refused({"nort=2"}, {"--population-weight", "'nort'", "Did you mean 'north'"});
  refused({"west=2"}, {"--population-weight", "'west'", "south"});
  refused({"north=-1"}, {"--population-weight", "'north=-1'", "at least 0"});
  refused({"north=much"}, {"'north=much'"});
  refused({"north=inf"}, {"'north=inf'"});
  refused({"north="}, {"'north='"});
  refused({"2"}, {"'2'", "which population", "north=2"});
  refused({"north=1", "north=2"}, {"'north'", "twice"});
  refused({"north=0", "south=0"}, {"no population"});
}

TEST(Aim, RefusesWeightsWhereTheLargestCountsAlone) {
  for (AimName name : {AimName::worst, AimName::regret})
    drfs::testing::expect_error(ErrorCode::usage, {"--population-weight", "--aim"}, [&] {
      SelectOptions options = stated(name, {"A=2"});
      options.budget = 1;
      check(options);
    });
  for (double share : {0.0, -0.5, 1.5})
    drfs::testing::expect_error(ErrorCode::usage, {"--cvar-share"}, [&] {
      SelectOptions options = stated(AimName::cvar, {}, share);
      options.budget = 1;
      check(options);
    });
}

TEST(Aim, TowardsTargetsIsTheMostThatAPopulationIsAboveItsOwn) {
  const double none = std::numeric_limits<double>::infinity();
  const Aim aim = Aim().towards({0.2, none, 0.5});
  EXPECT_DOUBLE_EQ(aim.of(std::vector{0.3, 0.9, 0.4}), 0.1);
  EXPECT_DOUBLE_EQ(aim.of(std::vector{0.1, 0.9, 0.45}), -0.05);
  const auto limits = aim.limits(0.1, 3);
  EXPECT_DOUBLE_EQ(limits[0], 0.3);
  EXPECT_EQ(limits[1], none);
  EXPECT_DOUBLE_EQ(limits[2], 0.6);
  EXPECT_DOUBLE_EQ(aim.tie_limit(0.1), 0.106);  // a hundredth of 0.6
  EXPECT_EQ(aim.tie_limit(-0.001), 0);          // not one that misses a target
  EXPECT_LT(aim.tie_limit(-0.1), 0);
  EXPECT_EQ(Aim().towards({}).of(std::vector{0.3, 0.9}), 0.9);
  SelectOptions options;
  options.aim.aim = AimName::mean;
  const Aim mean = Aim::from({}, options).towards({0.2, 0.2});
  EXPECT_DOUBLE_EQ(mean.of(std::vector{0.3, 0.9}), 0.6);
}

}  // namespace
}  // namespace drfs
