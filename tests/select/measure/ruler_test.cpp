// The ruler: what it calls more, alike and undecided.
#include "select/measure/ruler.hpp"
#include "methods/make_problem.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace drfs {
namespace {

/// Draws about a mean; their own noise is the same wherever the seed is.
RiskDraws around(std::vector<double> means, double spread, std::uint64_t seed) {
  RiskDraws out{Eigen::ArrayXXd(std::ssize(means), kDraws)};
  for (std::uint32_t p = 0; p < means.size(); ++p)
    for (std::uint32_t d = 0; d < kDraws; ++d)
      out.risk(p, d) = means[p] + spread * normals(seed, Stream::bench, {p, d, 0, 0})[0];
  return out;
}

TEST(Ruler, WhatTwoSetsHaveInCommonCancels) {
  const RiskDraws one = around({0.5}, 0.1, 1), other = around({0.53}, 0.1, 1);
  const Difference same_noise = compare({}, other, one);
  EXPECT_NEAR(same_noise.difference(), 0.03, 1e-12);
  EXPECT_NEAR(same_noise.standard_error(), 0, 1e-12);
  EXPECT_TRUE(same_noise.surely_more());
  const Difference of_their_own = compare({}, other, around({0.5}, 0.1, 2));
  EXPECT_FALSE(of_their_own.surely_more());
  EXPECT_FALSE(of_their_own.surely_alike());  // undecided
  EXPECT_TRUE(of_their_own.may_be_less());
}

TEST(Ruler, AHundredthOfWhatIsLeftIsLittle) {
  const RiskDraws one = around({0.5}, 0.1, 1);
  EXPECT_TRUE(compare({}, around({0.504}, 0.1, 1), one).surely_alike());
  EXPECT_FALSE(compare({}, around({0.504}, 0.1, 1), one).surely_more());
  EXPECT_TRUE(compare({}, around({0.506}, 0.1, 1), one).surely_more());
  EXPECT_TRUE(compare({}, around({0.4}, 0.1, 1), one).surely_alike());  // better is no worse
}

TEST(Ruler, OneOfManyComparisonsHasToBeClearer) {
  const Eigen::ArrayXd differences = around({0.1}, 0.04, 3).risk.row(0).transpose();
  EXPECT_TRUE(Difference(differences, 0.5, 1).surely_more());
  EXPECT_FALSE(Difference(differences, 0.5, 20).surely_more());
}

TEST(Ruler, APopulationThatIsNotTheWorstCounts) {
  const RiskDraws whole = around({0.9, 0.2}, 0.01, 1), part = around({0.9, 0.3}, 0.01, 1);
  EXPECT_FALSE(compare({}, part, whole).surely_more());
  EXPECT_TRUE(serves_worse({}, part, whole));
  EXPECT_FALSE(serves_alike({}, part, whole));
  EXPECT_TRUE(serves_alike({}, whole, part));

  Dataset data;
  for (const char* name : {"A", "B"}) data.populations.push_back({name, {}, {}, {}, 0});
  SelectOptions options;
  options.aim = {.aim = AimName::mean, .population_weight = {{"B", 0}}};
  EXPECT_FALSE(serves_worse(make_aim(data, options), part, whole));
}

TEST(RiskDraws, OfBlocksHaveTheirMeanAndTheErrorOfAMean) {
  BlockLosses blocks;
  for (std::uint32_t b = 0; b < 24; ++b) {
    blocks.loss.push_back(0.5 + 0.2 * normals(5, Stream::bench, {b, 0, 0, 0})[0]);
    blocks.base.push_back(1.0);
  }
  double mean = 0, squares = 0;
  for (double loss : blocks.loss) mean += loss / 24;
  for (double loss : blocks.loss) squares += (loss - mean) * (loss - mean);
  const Eigen::ArrayXd draws = risk_draws(blocks, 0, 0);
  const double error = std::sqrt(squares / 24 / 24);
  EXPECT_NEAR(blocks.risk(), mean, 1e-12);
  EXPECT_NEAR(draws.mean(), mean, 3 * error / std::sqrt(kDraws));
  EXPECT_NEAR(std::sqrt((draws - draws.mean()).square().mean()), error, 0.3 * error);
  EXPECT_EQ((BlockLosses{{0.0}, {0.0}}).risk(), 1);  // nothing to explain is nothing explained
}

}  // namespace
}  // namespace drfs
