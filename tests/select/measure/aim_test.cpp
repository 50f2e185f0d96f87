// The aims: values by hand, what must hold between them, and what is refused.
#include "select/measure/aim.hpp"
#include "methods/make_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "data/scratch_file.hpp"
#include "drfs/methods.hpp"
#include "methods/stated.hpp"

namespace drfs {
namespace {

using Risks = std::vector<double>;
using Strings = std::vector<std::string>;

Dataset named(const Strings& names) {
  Dataset data;
  for (const auto& name : names) data.populations.push_back({name, {}, {}, {}, 0});
  return data;
}

SelectOptions stated(AimName name, const Strings& weights = {}, double share = 0.25,
                     double beta = 10) {
  SelectOptions options;
  options.aim.aim = name;
  options.aim.cvar_share = share;
  options.aim.beta = beta;
  if (!weights.empty()) testing::state(options, "population-weight", weights);
  return options;
}

Aim aim_of(AimName name, const Strings& weights = {}, double share = 0.25, double beta = 10) {
  return make_aim(named({"A", "B", "C", "D"}), stated(name, weights, share, beta));
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

TEST(Aim, TheRegretIsTheMostThatAPopulationLosesAgainstItsBestAlone) {
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
      const Strings weights =
          name == AimName::worst || name == AimName::regret ? Strings{} : Strings{"A=3", "C=0.5"};
      const Strings mirrored = weights.empty() ? Strings{} : Strings{"D=3", "B=0.5"};
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
                  make_aim(twice, stated(name, {}, 0.45)).of(repeated), 1e-12);
    }
}

RiskDraws draws_of(const std::vector<Risks>& draws) {
  RiskDraws out{Eigen::ArrayXXd(std::ssize(draws[0]), std::ssize(draws))};
  for (std::size_t d = 0; d < draws.size(); ++d)
    for (std::size_t p = 0; p < draws[d].size(); ++p)
      out.risk(static_cast<Eigen::Index>(p), static_cast<Eigen::Index>(d)) = draws[d][p];
  return out;
}

TEST(Aim, IsTakenInEveryDraw) {
  const RiskDraws draws = draws_of({{0.2, 0.4}, {0.6, 0.1}});
  const Eigen::ArrayXd worst = Aim().values(draws);
  EXPECT_DOUBLE_EQ(worst[0], 0.4);
  EXPECT_DOUBLE_EQ(worst[1], 0.6);
  EXPECT_DOUBLE_EQ(draws.worst(), 0.4);  // of the means, which are 0.4 and 0.25
  Eigen::ArrayXXd own(2, 2);
  own << 0.1, 0.5, 0.4, 0.1;
  SelectOptions options = stated(AimName::regret);
  const Eigen::ArrayXd regret = make_aim(named({"A", "B"}), options).against(own).values(draws);
  EXPECT_NEAR(regret[0], 0.1, 1e-12);
  EXPECT_NEAR(regret[1], 0.1, 1e-12);
}

TEST(Aim, TheMeanCountsATenthUnlessThereAreTargets) {
  const RiskDraws draws = draws_of({{0.2, 0.4}, {0.6, 0.1}});
  EXPECT_NEAR(Aim().score(draws), 0.5 + 0.1 * 0.325, 1e-12);
  EXPECT_NEAR(Aim().towards({0.3, 0.3}).score(draws), 0.5 - 0.3, 1e-12);
}

TEST(Aim, RefusesPopulationsThatAreNotThereAndWeightsThatAreNone) {
  const auto refused = [](const Strings& weights, const Strings& parts) {
    drfs::testing::expect_error(ErrorCode::usage, parts, [&] {
      make_aim(named({"north", "south"}), stated(AimName::mean, weights));
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
  EXPECT_EQ(Aim().towards({}).of(std::vector{0.3, 0.9}), 0.9);
  SelectOptions options;
  options.aim.aim = AimName::mean;
  const Aim mean = make_aim({}, options).towards({0.2, 0.2});
  EXPECT_DOUBLE_EQ(mean.of(std::vector{0.3, 0.9}), 0.6);
}

}  // namespace
}  // namespace drfs
