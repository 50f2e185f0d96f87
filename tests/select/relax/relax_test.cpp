// Starts from several scales and the path over lambda, on a small data set with a known answer.
#include "select/relax/relax.hpp"
#include "methods/make_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "drfs/methods.hpp"
#include "methods/select_problem.hpp"
#include "select/rules/constraints.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

SelectOptions settings(int budget) {
  SelectOptions options{.settings = method_settings("auto")};
  options.budget = budget;
  options.model.trees = 30;
  return options;
}

Relaxation relaxed(const Dataset& data, const SelectOptions& options) {
  const Recipe recipe = recipe_of(options);
  const auto means = conditional_means(data, recipe.model, recipe.means, recipe.seed, {});
  return relax(data, make_problem(data, options, {}), means, recipe, {});
}

TEST(RelaxationPath, EndsWithTheBudgetsFeaturesBelowTheirOwnVariance) {
  const Dataset data = two_populations(1000);
  for (int budget : {2, 3}) {
    const auto relaxation = relaxed(data, settings(budget));
    EXPECT_EQ(relaxation.path.front().lambda, 0);
    EXPECT_EQ(relaxation.path.back().kept, static_cast<std::size_t>(budget));
    EXPECT_EQ(relaxation.path.back().alpha, relaxation.alpha);
    const auto below = std::ranges::count_if(relaxation.alpha, [](double a) { return a < 1; });
    EXPECT_EQ(below, budget);
    // The two populations' own features first, then the one that they share; never the noise.
    EXPECT_LT(std::max(relaxation.alpha[0], relaxation.alpha[1]), 1);
    EXPECT_GT(std::min(relaxation.alpha[3], relaxation.alpha[4]), 1);
  }
}

TEST(RelaxationPath, NeedsNoPenaltyWhereThereIsNothingToLose) {
  const Dataset data = two_populations(1000);
  const auto relaxation = relaxed(data, settings(5));
  EXPECT_EQ(relaxation.path.size(), 1U);
}

TEST(RelaxationPath, IsNotFollowedWhereLambdaIsGiven) {
  const Dataset data = two_populations();
  auto options = settings(2);
  options.settings->relax.path = 0;
  options.settings->objective.lambda = 0.01;
  const auto relaxation = relaxed(data, options);
  ASSERT_EQ(relaxation.path.size(), 1U);
  EXPECT_EQ(relaxation.path[0].lambda, 0.01);
  for (const auto& point : relaxation.trace) EXPECT_EQ(point.lambda, 0.01);
}

TEST(Relaxation, FollowsTheAimAndItsWeights) {
  const Dataset data = two_populations(1000);
  auto options = settings(2);
  const auto alpha_under = [&](AimName aim, const std::vector<NamedAmount>& weights) {
    options.aim = {.aim = aim, .population_weight = weights};
    return relaxed(data, options).alpha;
  };
  for (AimName aim : {AimName::softmax, AimName::cvar, AimName::mean}) {
    // A population that does not count asks for nothing.
    const auto without_a = alpha_under(aim, {{"A", 0}}), without_b = alpha_under(aim, {{"B", 0}});
    EXPECT_GT(without_a[0], 1) << name_of(aim, kAimNames);
    EXPECT_LT(without_a[1], 1);
    EXPECT_LT(without_b[0], 1);
    EXPECT_GT(without_b[1], 1);
  }
  // No population's own best set is known yet.
  EXPECT_EQ(alpha_under(AimName::regret, {}), alpha_under(AimName::worst, {}));
  EXPECT_NE(alpha_under(AimName::mean, {}), alpha_under(AimName::worst, {}));
}

TEST(Relaxation, FollowsAProgramsOwnAim) {
  const Dataset data = two_populations(1000);
  auto options = settings(2);
  options.aim.aim = AimName::own;
  options.aim.own = [](std::span<const double> risk, std::span<const double>) {
    return Aggregate{risk[1], {0, 1}};  // only B counts
  };
  const auto alpha = relaxed(data, options).alpha;
  EXPECT_GT(alpha[0], 1);
  EXPECT_LT(alpha[1], 1);
}

TEST(RelaxationStarts, TheBestOfSeveralScalesGoesOn) {
  const Dataset data = two_populations();
  auto options = settings(2);
  options.settings->relax.path = 0;
  options.settings->optimize.patience = 0;
  options.settings->relax.alpha_start = 1e3;  // far out: nothing is seen through so much noise
  const double from_one = relaxed(data, options).minimum.value;
  options.settings->relax.alpha_start = 1;
  options.settings->relax.start_scales = 4;
  const auto several = relaxed(data, options);
  EXPECT_LT(several.minimum.value, from_one);
  // Four short descents of a tenth of the steps, then the long one; the steps count on.
  EXPECT_EQ(several.trace.size(), 4U * 6U + 60U);
  EXPECT_EQ(several.trace.back().step, 84);
  EXPECT_EQ(several.minimum.steps, 84);
}

TEST(RelaxationPath, StepsCountOnAndNoDrawIsUsedTwice) {
  const Dataset data = two_populations(1000);
  const auto relaxation = relaxed(data, settings(2));
  for (std::size_t i = 0; i < relaxation.trace.size(); ++i)
    EXPECT_EQ(relaxation.trace[i].step, static_cast<int>(i) + 1);
  EXPECT_LE(relaxation.minimum.step, relaxation.minimum.steps);
  EXPECT_GT(relaxation.minimum.step, 0);
}

TEST(Relaxation, OnPureNoiseBlindMeansFlatterNobody) {
  Dataset data = two_populations(600);
  for (std::uint32_t p = 0; p < 2; ++p)
    for (std::uint32_t j = 0; j < 600; ++j)
      data.populations[p].y[j] = static_cast<float>(normals(7, Stream::bench, {p, j, 1, 0})[0]);
  standardise(data);
  auto options = settings(2);
  options.settings->optimize.epochs = 40;
  options.settings->relax.start_scales = 1;
  options.settings->relax.path = 0;
  options.settings->means.blind = true;
  Means means = conditional_means(data, options.model, options.settings->means, options.seed, {});
  const auto mean_risk = [&] {
    double sum = 0;
    const auto relaxation =
        relax(data, make_problem(data, options, {}), means, recipe_of(options), {});
    for (const auto& point : relaxation.trace) sum += (point.risk[0] + point.risk[1]) / 2;
    return sum / static_cast<double>(relaxation.trace.size());
  };
  const double blind = mean_risk();
  EXPECT_GT(blind, 0.998);
  means.blind.clear();
  EXPECT_LT(mean_risk(), blind - 0.004);
}

}  // namespace
}  // namespace drfs
