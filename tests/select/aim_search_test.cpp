// The search by each aim against brute force over all sets of a small table, on which the aims
// choose differently.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "select/aim.hpp"
#include "select/own_best.hpp"
#include "select/refine.hpp"
#include "select/set_risk.hpp"

namespace drfs {
namespace {

constexpr std::size_t kFeatures = 7;
constexpr std::size_t kPopulations = 4;
constexpr std::size_t kBudget = 3;

/// The share of each population's variance that each feature explains.
constexpr double kExplains[kPopulations][kFeatures] = {{0.00, 0.39, 0.03, 0.13, 0.03, 0.10, 0.27},
                                                       {0.01, 0.27, 0.29, 0.01, 0.14, 0.00, 0.03},
                                                       {0.11, 0.01, 0.21, 0.15, 0.08, 0.33, 0.00},
                                                       {0.52, 0.08, 0.01, 0.01, 0.05, 0.26, 0.01}};

Dataset table(std::size_t rows = 2500) {
  Dataset data;
  for (std::size_t d = 0; d < kFeatures; ++d)
    data.features.push_back({std::string(1, static_cast<char>('a' + d)), d, 1, {}});
  for (std::uint32_t p = 0; p < kPopulations; ++p) {
    Population population{std::string(1, static_cast<char>('A' + p)),
                          Matrix(rows, kFeatures),
                          {},
                          std::vector<float>(rows, 1),
                          0};
    for (std::uint32_t j = 0; j < rows; ++j) {
      double y = 0, unexplained = 1;
      for (std::uint32_t d = 0; d < kFeatures; ++d) {
        const double x = normals(5, Stream::bench, {p, j, d, 0})[0];
        population.x(j, d) = static_cast<float>(x);
        y += std::sqrt(kExplains[p][d]) * x;
        unexplained -= kExplains[p][d];
      }
      y += std::sqrt(unexplained) * normals(5, Stream::bench, {p, j, 99, 0})[0];
      population.y.push_back(static_cast<float>(y));
    }
    data.populations.push_back(std::move(population));
  }
  split_rows(data, {}, 0);
  standardise(data);
  return data;
}

std::vector<FeatureSet> all_sets() {
  std::vector<FeatureSet> sets;
  for (unsigned bits = 0; bits < 1U << kFeatures; ++bits) {
    FeatureSet set;
    for (std::size_t f = 0; f < kFeatures; ++f)
      if ((bits >> f & 1U) != 0) set.push_back(f);
    if (set.size() == kBudget) sets.push_back(set);
  }
  return sets;
}

std::string letters(const FeatureSet& set) {
  std::string out;
  for (std::size_t feature : set) out += static_cast<char>('a' + feature);
  return out;
}

FeatureSet sorted(FeatureSet set) {
  std::ranges::sort(set);
  return set;
}

/// What the relaxation and the means might say, without a clue.
Relaxation no_relaxation() {
  Relaxation relaxation;
  relaxation.alpha.assign(kFeatures, 1.0);
  return relaxation;
}
Means no_means() {
  Means means;
  means.mu.resize(kPopulations);
  means.importance.assign(kPopulations, std::vector<double>(kFeatures, 1.0 / kFeatures));
  return means;
}

Refined searched(const Dataset& data, const SelectOptions& options) {
  const Context context;
  return *refine(data, Constraints::from(data, options, context), no_means(), no_relaxation(),
                 options, context);
}

/// Each population's least risk over all sets.
std::vector<double> least_risks(SetRisk& risk) {
  std::vector<double> least(kPopulations, 9);
  for (const auto& set : all_sets())
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
  const Dataset data_ = table();
  SelectOptions options_;
};

TEST_P(EveryAim, TheSearchFindsTheBestOfAllSets) {
  const Context context;
  SetRisk risk(data_, options_, nullptr, context);
  const Aim aim = Aim::from(data_, options_).against(least_risks(risk));
  const auto score = [&](const FeatureSet& set) { return aim.score(risk.risk(set)); };
  const FeatureSet best = std::ranges::min(all_sets(), {}, score);
  EXPECT_EQ(letters(best), GetParam().best);
  const Refined refined = searched(data_, options_);
  EXPECT_EQ(letters(sorted(refined.ranked)), GetParam().best);
  EXPECT_DOUBLE_EQ(refined.course.aim, aim.of(risk.risk(best)));
  EXPECT_DOUBLE_EQ(refined.course.worst, risk.risk(best).worst());
}

TEST_P(EveryAim, TheOrderOfThePopulationsDoesNotMatter) {
  Dataset reversed = data_;
  std::ranges::reverse(reversed.populations);
  EXPECT_EQ(searched(reversed, options_).ranked, searched(data_, options_).ranked);
}

TEST_P(EveryAim, SetsThatAreNearlyAsGoodAreSoByTheAim) {
  // With few rows more sets look alike.
  const Dataset few = table(60);
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
  const Dataset data = table();
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
  const Dataset data = table(400);
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
