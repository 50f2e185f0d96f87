// The smallest set that serves every population well enough, against brute force over all sets.
#include "select/search/smallest_set.hpp"
#include "methods/make_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "data/scratch_file.hpp"
#include "drfs/methods.hpp"
#include "methods/stated.hpp"
#include "select/four_populations.hpp"
#include "select/searching.hpp"

namespace drfs {
namespace {

using namespace drfs::testing;
using Strings = std::vector<std::string>;

SelectOptions with_target(const Strings& max_risk) {
  SelectOptions options;
  options.model.model = "linear";
  if (!max_risk.empty()) state(options, "max-risk", max_risk);
  return options;
}

Refined smallest(const Dataset& data, const SelectOptions& options) {
  Searching it(data, options);
  return *smallest_set(it.search, data, it.problem, it.context);
}

bool reaches(const std::vector<double>& risks, const std::vector<double>& targets) {
  for (std::size_t p = 0; p < risks.size(); ++p)
    if (risks[p] > targets[p]) return false;
  return true;
}

/// The smallest size of which `choose` finds a set that reaches the targets.
template <class Choose>
std::size_t smallest_size(Search& search, const std::vector<double>& targets, Choose choose) {
  for (std::size_t size = 1; size <= kFeatures; ++size)
    if (reaches(search.risk(choose(size)).mean(), targets)) return size;
  return kFeatures + 1;
}

TEST(SmallestSet, HasTheFewestFeaturesOfAllSetsThatReachTheTargets) {
  const Dataset data = four_populations(1000);
  Searching all(data, with_target({}));
  Search& search = all.search;
  std::vector<std::size_t> sizes;
  std::size_t saved = 0;
  for (const Strings& max_risk : {Strings{"0.95"},
                                  {"0.75"},
                                  {"0.6"},
                                  {"0.3"},
                                  {"A=0.4", "D=0.6"},
                                  {"A=0.2", "B=0.9"},
                                  {"B=0.45"},
                                  {"A=0.9", "B=0.9", "C=0.5", "D=0.5"},
                                  {"C=0.4", "A=0.6"},
                                  {"D=0.25"}}) {
    const auto targets = make_targets(data, with_target(max_risk).aim);
    // Any set of the size that reaches them will do.
    const std::size_t size = smallest_size(search, targets, [&](std::size_t k) {
      const auto sets = sets_of(k, kFeatures);
      const auto found = std::ranges::find_if(
          sets, [&](const FeatureSet& set) { return reaches(search.risk(set).mean(), targets); });
      return found == sets.end() ? sets[0] : *found;
    });
    const Refined found = smallest(data, with_target(max_risk));
    EXPECT_EQ(found.ranked.size(), size) << max_risk[0];
    EXPECT_TRUE(reaches(found.course.risk, targets));
    EXPECT_EQ(found.course.risk, search.risk(sorted(found.ranked)).mean());
    // What is reported is still the worst risk.
    EXPECT_GE(found.course.aim, found.course.worst - 1e-12);
    sizes.push_back(size);
    // What aims at the worst risk, whatever the targets, would have taken.
    saved += smallest_size(search, targets,
                           [&](std::size_t k) {
                             return std::ranges::min(
                                 sets_of(k, kFeatures), {},
                                 [&](const FeatureSet& set) { return search.risk(set).worst(); });
                           }) -
             size;
  }
  EXPECT_GE(std::ranges::max(sizes) - std::ranges::min(sizes), 3U);  // the targets differ in effect
  EXPECT_GE(saved, 3U);
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
  state(options, "cost", {"a=3", "b=1", "c=1", "d=1", "e=1", "f=1", "g=1"});
  options.rules.budget_cost = {{"", 3}};
  // The first by name is all that could be bought in its place, but three others can.
  expect_error(ErrorCode::infeasible, {"--max-risk", "with 3 features"},
               [&] { smallest(data, options); });
}

TEST(SmallestSet, RefusesTargetsThatAreNone) {
  const Dataset data = four_populations(100);
  const auto refused = [&](const Strings& max_risk, const Strings& parts) {
    expect_error(ErrorCode::usage, parts, [&] { make_targets(data, with_target(max_risk).aim); });
  };
  refused({"E=0.3"}, {"--max-risk", "'E'", "Known"});
  refused({"-0.1"}, {"--max-risk", "'-0.1'"});
  refused({"A=low"}, {"--max-risk", "'A=low'"});
  refused({"0.3", "A=0.2"}, {"--max-risk", "'0.3'", "which population"});
  EXPECT_TRUE(make_targets(data, with_target({}).aim).empty());
  EXPECT_EQ(make_targets(data, with_target({"B=0.5"}).aim)[1], 0.5);
  EXPECT_EQ(make_targets(data, with_target({"B=0.5"}).aim)[0],
            std::numeric_limits<double>::infinity());
}

TEST(SmallestSet, NeedsTheSearch) {
  auto options = with_target({"0.5"});
  EXPECT_NO_THROW(check(options));
  options.settings->refine.refine_passes = 0;
  expect_error(ErrorCode::usage, {"--max-risk", "auto"}, [&] { check(options); });
  options = with_target({"0.5"});
  options.method = "lasso";
  expect_error(ErrorCode::usage, {"--max-risk", "auto"}, [&] { check(options); });
}

}  // namespace
}  // namespace drfs
