// The smallest set that serves every population well enough, against brute force over all sets.
#include "select/smallest_set.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "data/scratch_file.hpp"
#include "drfs/methods.hpp"
#include "select/aim.hpp"
#include "select/four_populations.hpp"
#include "select/set_risk.hpp"

namespace drfs {
namespace {

using namespace drfs::testing;
using Texts = std::vector<std::string>;

SelectOptions with_target(const Texts& max_risk) {
  SelectOptions options;
  options.model.model = "linear";
  options.aim.max_risk = max_risk;
  return options;
}

Refined smallest(const Dataset& data, const SelectOptions& options, const Context& context = {}) {
  return *refine_to_targets(data, Constraints::from(data, options, context), no_means(),
                            no_relaxation(), target_risks(data, options.aim), options, context);
}

bool reaches(const std::vector<double>& risks, const std::vector<double>& targets) {
  for (std::size_t p = 0; p < risks.size(); ++p)
    if (risks[p] > targets[p]) return false;
  return true;
}

TEST(SmallestSet, HasTheFewestFeaturesWhoseBestSetReachesTheTarget) {
  const Dataset data = four_populations(1000);
  std::vector<std::size_t> sizes;
  for (const Texts& max_risk : {Texts{"0.95"}, {"0.75"}, {"0.6"}, {"A=0.4", "D=0.6"}, {"0.3"}}) {
    const auto options = with_target(max_risk);
    const auto targets = target_risks(data, options.aim);
    const Context context;
    SetRisk risk(data, options, nullptr, context);
    // The set that is best by the aim under each budget, the mean deciding among ties.
    std::size_t size = 0;
    for (bool reached = false; !reached && size < kFeatures;) {
      const auto sets = all_sets(++size);
      for (const auto& set : sets) risk.risk(set);
      const auto of_size = [&](const FeatureSet& set) { return set.size() == size; };
      reached = reaches(risk.risk(risk.settle_ties(sets[0], {}, of_size)).risks(), targets);
    }
    const Refined found = smallest(data, options);
    EXPECT_EQ(found.ranked.size(), size) << max_risk[0];
    EXPECT_TRUE(reaches(found.course.risk, targets));
    EXPECT_EQ(found.course.risk, risk.risk(sorted(found.ranked)).risks());
    sizes.push_back(size);
  }
  EXPECT_GE(std::ranges::max(sizes) - std::ranges::min(sizes), 3U);  // the targets differ in effect
}

TEST(SmallestSet, KeepsToTheRules) {
  const Dataset data = four_populations(400);
  auto options = with_target({"0.8"});
  options.rules.include = {"g", "e"};
  const FeatureSet set = sorted(smallest(data, options).ranked);
  EXPECT_TRUE(contains(set, 4));
  EXPECT_TRUE(contains(set, 6));
}

TEST(SmallestSet, SaysHowFarItGotWhereTheTargetIsOutOfReach) {
  const Dataset data = four_populations(400);
  auto options = with_target({"D=0.01"});
  expect_error(ErrorCode::infeasible, {"--max-risk", "'D=0.01'", "'D'", "7 features", "0.0"},
               [&] { smallest(data, options); });
  options.budget = 2;
  expect_error(ErrorCode::infeasible, {"--max-risk", "2 features", "'D'"},
               [&] { smallest(data, options); });
}

TEST(SmallestSet, IsBoundedByCostToo) {
  const Dataset data = four_populations(400);
  auto options = with_target({"0.05"});
  options.rules.cost = {"a=3", "b=1", "c=1", "d=1", "e=1", "f=1", "g=1"};
  options.rules.budget_cost = {"3"};
  // The first by name is all that could be bought in its place, but three others can.
  expect_error(ErrorCode::infeasible, {"--max-risk", "with 3 features"},
               [&] { smallest(data, options); });
}

TEST(SmallestSet, RefusesTargetsThatAreNone) {
  const Dataset data = four_populations(100);
  const auto refused = [&](const Texts& max_risk, const Texts& parts) {
    expect_error(ErrorCode::usage, parts, [&] { target_risks(data, with_target(max_risk).aim); });
  };
  refused({"E=0.3"}, {"--max-risk", "'E'", "Known"});
  refused({"-0.1"}, {"--max-risk", "'-0.1'"});
  refused({"A=low"}, {"--max-risk", "'A=low'"});
  refused({"0.3", "A=0.2"}, {"--max-risk", "'0.3'", "which population"});
  EXPECT_TRUE(target_risks(data, with_target({}).aim).empty());
  EXPECT_EQ(target_risks(data, with_target({"B=0.5"}).aim)[1], 0.5);
  EXPECT_EQ(target_risks(data, with_target({"B=0.5"}).aim)[0],
            std::numeric_limits<double>::infinity());
}

TEST(SmallestSet, NeedsTheSearch) {
  auto options = with_target({"0.5"});
  EXPECT_NO_THROW(check(options));
  options.refine.refine_passes = 0;
  expect_error(ErrorCode::usage, {"--max-risk", "auto"}, [&] { check(options); });
  options = with_target({"0.5"});
  options.method = "lasso";
  expect_error(ErrorCode::usage, {"--max-risk", "auto"}, [&] { check(options); });
}

}  // namespace
}  // namespace drfs
