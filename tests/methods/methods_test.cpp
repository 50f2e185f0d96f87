// What every method keeps to, and what each baseline is for.
#include "drfs/methods.hpp"
#include "methods/make_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "models/simulated.hpp"
#include "select/measure/model_risk.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

SelectOptions quick(const std::string& method, int budget) {
  SelectOptions options{.method = method, .settings = method_settings(method)};
  options.budget = budget;
  options.model.trees = 20;
  options.settings->optimize.epochs = 20;
  return options;
}

std::vector<std::size_t> chosen(const Dataset& data, const SelectOptions& options,
                                const Context& context = {}) {
  std::vector<std::size_t> out;
  for (const auto& feature : select_features(data, options, context).selected)
    out.push_back(feature.feature);
  return out;
}

class EveryMethod : public testing::TestWithParam<std::string> {};

TEST_P(EveryMethod, ChoosesAsManyDifferentFeaturesAsTheBudgetSays) {
  const Dataset data = two_populations(200);
  for (const int budget : {1, 3, 5}) {
    auto options = quick(GetParam(), budget);
    options.settings->refine.fill = true;  // two of the five columns are noise
    const auto features = chosen(data, options);
    EXPECT_EQ(features.size(), static_cast<std::size_t>(budget));
    EXPECT_EQ(std::set(features.begin(), features.end()).size(), features.size());
  }
}

TEST_P(EveryMethod, ChoosesTheSameForAnyNumberOfThreads) {
  const Dataset data = two_populations(200);
  Context many;
  many.threads = 3;
  const auto options = quick(GetParam(), 4);
  EXPECT_EQ(chosen(data, options), chosen(data, options, many));
}

TEST_P(EveryMethod, SeesTheSelectionRowsOnly) {
  Dataset data = two_populations(200);
  const auto before = chosen(data, quick(GetParam(), 4));
  for (auto& population : data.populations)
    for (std::size_t j = population.selection_rows; j < population.y.size(); ++j) {
      population.y[j] = 1e3F;
      for (std::size_t d = 0; d < 5; ++d) population.x(j, d) = -1e3F;
    }
  EXPECT_EQ(before, chosen(data, quick(GetParam(), 4)));
}

TEST_P(EveryMethod, ThatRanksKeepsTheMostImportantUnderASmallerBudget) {
  if (!is_ranking(GetParam())) GTEST_SKIP() << "chooses sets";
  const Dataset data = two_populations(200);
  const auto all = chosen(data, quick(GetParam(), 5));
  for (int budget = 1; budget < 5; ++budget)
    EXPECT_EQ(chosen(data, quick(GetParam(), budget)),
              std::vector(all.begin(), all.begin() + budget));
}

TEST_P(EveryMethod, RefusesABudgetBeyondTheFeatures) {
  EXPECT_THROW(select_features(two_populations(200), quick(GetParam(), 6), {}), Error);
}

TEST_P(EveryMethod, HasANoiseForEachChosenFeatureOrForNone) {
  const auto selection = select_features(two_populations(200), quick(GetParam(), 2), {});
  for (const auto& feature : selection.selected)
    EXPECT_EQ(feature.noise.has_value(), !selection.relaxation.alpha.empty());
}

TEST_P(EveryMethod, AStopBeforeItBeginsIsAnError) {
  const std::atomic<bool> stop{true};
  Context context;
  context.stop = &stop;
  EXPECT_THROW(select_features(two_populations(200), quick(GetParam(), 2), context), Error);
}

std::string test_name(const testing::TestParamInfo<std::string>& method) {
  std::string name = method.param;
  std::ranges::replace(name, '-', '_');
  return name == "auto" ? "automatic" : name;
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, testing::ValuesIn(method_names()), test_name);

class Importance : public testing::TestWithParam<std::string> {};

TEST_P(Importance, PutsTheObviousFeatureFirst) {
  const auto signal = [](const Matrix& x, std::size_t i) { return 3 * x(i, 4); };
  const auto scores = [&](const Matrix& x, std::size_t i) {
    return std::vector<double>{signal(x, i), 0, -signal(x, i)};
  };
  for (const Task task : {Task::regression, Task::binary, Task::multiclass}) {
    const auto sample = [&](std::uint64_t seed) {
      return task == Task::regression ? simulated::regression(seed, 400, 6, 1, signal)
             : task == Task::binary   ? simulated::binary(seed, 400, 6, signal)
                                      : simulated::classes(seed, 400, 6, scores);
    };
    const Dataset data = simulated::dataset(task, {simulated::population("A", sample(1), 250),
                                                   simulated::population("B", sample(2), 250)});
    EXPECT_EQ(chosen(data, quick(GetParam(), 1)), (std::vector<std::size_t>{4}));
  }
}

TEST_P(Importance, CountsTheColumnsOfACategoryTogether) {
  // Column 3 is worth more than any of the columns 0 to 2, but not more than all of them.
  const auto mean = [](const Matrix& x, std::size_t i) {
    return x(i, 0) + x(i, 1) + x(i, 2) + 1.3 * x(i, 3);
  };
  Dataset data = simulated::dataset(
      Task::regression,
      {simulated::population("A", simulated::regression(3, 600, 4, 0.1, mean), 500)});
  EXPECT_EQ(chosen(data, quick(GetParam(), 1)), (std::vector<std::size_t>{3}));
  data.features = {{"category", 0, 3, {"a", "b", "c"}}, {"number", 3, 1, {}}};
  EXPECT_EQ(chosen(data, quick(GetParam(), 2)), (std::vector<std::size_t>{0, 1}));
}

INSTANTIATE_TEST_SUITE_P(Methods, Importance,
                         testing::Values("lasso", "xgb", "dro-lasso", "dro-xgb", "embedded-mlp"),
                         test_name);

TEST(LassoChoice, LowersThePenaltyUntilEnoughFeaturesHaveACoefficient) {
  // Orthogonal columns: 2 matters, 1 less than the penalty of 0.01 lets through, 0 not at all.
  constexpr std::size_t kRows = 256;
  Population population{"A", Matrix(kRows, 3), {}, std::vector<float>(kRows, 1.0F), kRows};
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t d = 0; d < 3; ++d)
      population.x(i, d) = std::popcount(i & (d + 1)) % 2 == 0 ? 1.0F : -1.0F;
    population.y.push_back(population.x(i, 2) + 0.004F * population.x(i, 1));
  }
  const Dataset data = simulated::dataset(Task::regression, {std::move(population)});
  EXPECT_EQ(chosen(data, quick("lasso", 2)), (std::vector<std::size_t>{2, 1}));
  // What never has a coefficient comes last, by name.
  EXPECT_EQ(chosen(data, quick("lasso", 3)), (std::vector<std::size_t>{2, 1, 0}));
}

TEST(LassoChoice, StandardisesThePoolAsOne) {
  // B varies ten times as much as A: pooled as one, what B needs comes first.
  const auto part = [](std::uint64_t seed, std::size_t feature) {
    return simulated::regression(
        seed, 500, 3, 0.5, [feature](const Matrix& x, std::size_t i) { return x(i, feature); });
  };
  Dataset data = simulated::dataset(
      Task::regression,
      {simulated::population("A", part(1, 0), 500), simulated::population("B", part(2, 1), 500)});
  data.populations[0].y_scale = {0, 1};
  data.populations[1].y_scale = {0, 10};
  EXPECT_EQ(chosen(data, quick("lasso", 2)), (std::vector<std::size_t>{1, 0}));
  std::swap(data.populations[0].y_scale, data.populations[1].y_scale);
  EXPECT_EQ(chosen(data, quick("lasso", 2)), (std::vector<std::size_t>{0, 1}));
}

TEST(RobustChoice, ServesThePopulationThatThePoolServesWorst) {
  // A is easy and needs x0, B is hard and needs x1: half the pool is B, but its slope is smaller.
  const auto part = [](std::size_t p, double noise) {
    const double size = 1 / std::sqrt(1 + noise * noise);
    return simulated::regression(
        5 + p, 900, 4, size * noise,
        [p, size](const Matrix& x, std::size_t i) { return size * x(i, p); });
  };
  const Dataset data =
      simulated::dataset(Task::regression, {simulated::population("A", part(0, 0.1), 900),
                                            simulated::population("B", part(1, 0.6), 900)});
  EXPECT_EQ(chosen(data, quick("lasso", 1)), (std::vector<std::size_t>{0}));
  EXPECT_EQ(chosen(data, quick("dro-lasso", 1)), (std::vector<std::size_t>{1}));
}

TEST(RobustChoice, ASmallPopulationCountsAsMuchAsALargeOne) {
  const auto part = [](std::size_t p, std::size_t rows) {
    return simulated::population(
        p == 0 ? "A" : "B",
        simulated::regression(7 + p, rows, 4, 0.1,
                              [p](const Matrix& x, std::size_t i) { return x(i, p); }),
        rows);
  };
  // x2 and x3 are noise; the 50 rows of B are nothing in the pool.
  Dataset data = simulated::dataset(Task::regression, {part(0, 2000), part(1, 50)});
  for (std::size_t i = 0; i < 2000; ++i)
    data.populations[0].y[i] += 0.2F * data.populations[0].x(i, 2);
  EXPECT_EQ(chosen(data, quick("xgb", 2)), (std::vector<std::size_t>{0, 2}));
  auto robust = chosen(data, quick("dro-xgb", 2));
  std::ranges::sort(robust);
  EXPECT_EQ(robust, (std::vector<std::size_t>{0, 1}));
}

TEST(RandomChoice, IsAFunctionOfTheSeedAndNothingElse) {
  auto options = quick("random", 3);
  options.seed = 17;
  const auto here = chosen(two_populations(200), options);
  Dataset other = two_populations(300);
  std::ranges::reverse(other.populations);
  EXPECT_EQ(here, chosen(other, options));
  options.budget = 2;  // a smaller budget keeps the first ones
  EXPECT_EQ(chosen(other, options), (std::vector<std::size_t>{here[0], here[1]}));
}

TEST(RandomChoice, GivesEveryFeatureItsChance) {
  const Dataset data = two_populations(200);
  auto options = quick("random", 2);
  std::vector<int> times(5, 0);
  for (options.seed = 0; options.seed < 500; ++options.seed)
    for (std::size_t feature : chosen(data, options)) ++times[feature];
  for (const int count : times) EXPECT_NEAR(count, 200, 50);  // four and a half deviations
}

/// Forward selection, worked out step by step.
std::vector<std::size_t> forward(const Dataset& data, const SelectOptions& options,
                                 const Aim& aim) {
  const Context context;
  const Recipe recipe = recipe_of(options);
  ModelRisk risk(data, {0, 1}, recipe, context);
  std::vector<std::size_t> order;
  for (int step = 0; step < options.budget; ++step) {
    std::vector<std::pair<double, std::size_t>> scores;
    for (std::size_t feature = 0; feature < 5; ++feature) {
      if (std::ranges::find(order, feature) != order.end()) continue;
      FeatureSet larger(order.begin(), order.end());
      larger.push_back(feature);
      std::ranges::sort(larger);
      scores.emplace_back(aim.score(risk.risk(larger)), feature);
    }
    order.push_back(std::ranges::min(scores).second);
  }
  return order;
}

TEST(GreedyChoice, IsForwardSelectionByTheRiskOfTheWorstPopulation) {
  const Dataset data = two_populations(200);
  const auto options = quick("greedy", 4);
  EXPECT_EQ(chosen(data, options), forward(data, options, {}));
}

TEST(GreedyChoice, FollowsTheAim) {
  const Dataset data = two_populations(200);
  auto options = quick("greedy", 2);
  options.aim = {.aim = AimName::mean, .population_weight = {{"A", 0}}};
  EXPECT_EQ(chosen(data, options), forward(data, options, make_aim(data, options)));
  EXPECT_EQ(chosen(data, options)[0], 1U);  // what population B needs

  options.aim = {.aim = AimName::regret};
  const Selection selection = select_features(data, options, {});
  ASSERT_EQ(selection.best_alone.size(), 2U);
  std::vector<double> own;
  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_TRUE(std::ranges::binary_search(selection.best_alone[p].features, p));
    own.push_back(selection.best_alone[p].risk);
  }
  const Aim regret = make_aim(data, options).against(own);
  EXPECT_EQ(chosen(data, options), forward(data, options, regret));
}

TEST(PaperChoice, FollowsEveryAimButTheRegret) {
  const Dataset data = two_populations(200);
  auto options = quick("paper", 1);
  int warnings = 0;
  Context context;
  context.on_log = [&](Severity, std::string_view) { ++warnings; };
  options.aim = {.aim = AimName::mean, .population_weight = {{"A", 0}}};
  EXPECT_EQ(chosen(data, options, context)[0], 1U);  // what population B needs
  EXPECT_EQ(warnings, 0);
  options.aim = {};
  const auto worst = chosen(data, options, context);
  options.aim = {.aim = AimName::regret};
  EXPECT_EQ(chosen(data, options, context), worst);
  EXPECT_EQ(warnings, 1);
}

TEST(AnyChoice, RefusesAPopulationThatIsNotThere) {
  for (const char* method : {"auto", "paper", "lasso"}) {
    auto options = quick(method, 2);
    options.aim = {.aim = AimName::mean, .population_weight = {{"Z", 2}}};
    EXPECT_THROW(chosen(two_populations(200), options), Error) << method;
  }
}

TEST(OwnAim, DecidesWhomTheChoiceServes) {
  const Dataset data = two_populations(400);
  for (const std::string method : {"auto", "paper", "greedy"})
    for (const std::size_t served : {0U, 1U}) {
      auto options = quick(method, 1);
      options.aim.aim = AimName::own;
      options.aim.own = [served](std::span<const double> risk, std::span<const double>) {
        Aggregate out{risk[served], std::vector<double>(risk.size(), 0.0)};
        out.weight[served] = 1;
        return out;
      };
      EXPECT_EQ(chosen(data, options), std::vector{served}) << method;
    }
}

}  // namespace
}  // namespace drfs
