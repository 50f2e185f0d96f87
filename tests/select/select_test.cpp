// The pipeline on small data sets with a known answer, and the rules of the choice.
#include "drfs/methods.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "methods/stated.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

SelectOptions quick(int budget) {
  SelectOptions options{.settings = method_settings("auto")};
  options.budget = budget;
  options.model.trees = 30;
  options.settings->optimize.epochs = 60;
  return options;
}

SelectOptions without_search(int budget) {
  SelectOptions options = quick(budget);
  options.settings->refine.refine_passes = 0;
  return options;
}

std::vector<std::string> names(const Dataset& data, const Selection& selection) {
  std::vector<std::string> out;
  for (const auto& chosen : selection.selected) out.push_back(data.features[chosen.feature].name);
  return out;
}

TEST(SelectFeatures, ServesBothPopulationsBeforeEitherTwice) {
  const Dataset data = two_populations();
  auto chosen = names(data, select_features(data, quick(2), {}));
  std::ranges::sort(chosen);
  EXPECT_EQ(chosen, (std::vector<std::string>{"f0", "f1"}));
}

TEST(SelectFeatures, WithoutASearchASmallerBudgetKeepsTheFirstOfALargerOne) {
  const Dataset data = two_populations();
  const auto large = names(data, select_features(data, without_search(4), {}));
  const auto small = names(data, select_features(data, without_search(2), {}));
  EXPECT_EQ(small, (std::vector<std::string>{large[0], large[1]}));
}

TEST(SelectFeatures, WithoutASearchNoiseRisesWithRank) {
  const Dataset data = two_populations();
  const auto selection = select_features(data, without_search(5), {});
  for (std::size_t i = 1; i < selection.selected.size(); ++i)
    EXPECT_LE(selection.selected[i - 1].noise, selection.selected[i].noise);
}

TEST(SelectFeatures, HeldOutRowsHaveNoPartInIt) {
  Dataset data = two_populations();
  const auto chosen = names(data, select_features(data, quick(3), {}));
  const auto before = select_features(data, without_search(3), {});
  for (auto& population : data.populations)
    for (std::size_t j = population.selection_rows; j < population.y.size(); ++j) {
      population.y[j] = 1e3F;
      for (std::size_t d = 0; d < 5; ++d) population.x(j, d) = -1e3F;
    }
  const auto after = select_features(data, without_search(3), {});
  EXPECT_EQ(chosen, names(data, select_features(data, quick(3), {})));
  EXPECT_EQ(before.relaxation.alpha, after.relaxation.alpha);
}

TEST(SelectFeatures, ColumnsOfAFeatureShareTheirNoise) {
  Dataset data = two_populations();
  data.features = {{"first", 0, 2, {"a", "b"}}, {"second", 2, 3, {"a", "b", "c"}}};
  const auto selection = select_features(data, without_search(1), {});
  EXPECT_EQ(selection.relaxation.alpha.size(), 2U);
  EXPECT_EQ(names(data, selection), (std::vector<std::string>{"first"}));
}

TEST(SelectFeatures, TheRelaxationIsAskedOnRequestWhereNotAllFeaturesAreCandidates) {
  const Dataset narrow = two_populations();
  SelectOptions asked = quick(2);
  asked.settings->refine.relaxation = true;
  EXPECT_TRUE(select_features(narrow, asked, {}).relaxation.alpha.empty());
  Dataset wide = narrow;
  for (auto& population : wide.populations) {
    Matrix x(population.x.rows(), 150);
    for (std::uint32_t d = 0; d < 150; ++d)
      for (std::uint32_t j = 0; j < x.rows(); ++j)
        x(j, d) = d < 5 ? population.x(j, d)
                        : static_cast<float>(normals(8, Stream::bench, {j, d, 0, 0})[0]);
    population.x = std::move(x);
  }
  for (std::size_t d = 5; d < 150; ++d)
    wide.features.push_back({"g" + std::to_string(d), d, 1, {}});
  standardise(wide);
  const auto selection = select_features(wide, asked, {});
  EXPECT_EQ(selection.relaxation.alpha.size(), 150U);
  EXPECT_EQ(chosen_set(selection), (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(selection.selected[0].noise.has_value());
  EXPECT_TRUE(select_features(wide, quick(2), {}).relaxation.alpha.empty());
}

/// Two hundred columns: two that all four populations follow, and one of each alone.
Dataset few_of_many_matter() {
  Dataset data;
  for (std::uint32_t p = 0; p < 4; ++p) {
    Population population{
        std::string(1, static_cast<char>('A' + p)), Matrix(150, 200), {}, {}, 150};
    for (std::uint32_t i = 0; i < 150; ++i) {
      for (std::uint32_t d = 0; d < 200; ++d)
        population.x(i, d) = static_cast<float>(normals(4, Stream::bench, {i, d, p, 0})[0]);
      const double noise = normals(4, Stream::bench, {i, 999, p, 0})[0];
      population.y.push_back(static_cast<float>(0.8 * population.x(i, 0) +
                                                0.6 * population.x(i, 1) +
                                                0.7 * population.x(i, 2 + p) + noise));
    }
    population.weight.assign(150, 1.0F);
    data.populations.push_back(std::move(population));
  }
  for (std::size_t d = 0; d < 200; ++d)
    data.features.push_back({"g" + std::to_string(d), d, 1, {}});
  standardise(data);
  return data;
}

TEST(SelectFeatures, WhatOnePopulationNeedsIsFoundAmongHundredsOfColumns) {
  const auto selection = select_features(few_of_many_matter(), quick(6), {});
  EXPECT_EQ(chosen_set(selection), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
}

TEST(SelectFeatures, AStopBeforeTheChoiceIsAnError) {
  const std::atomic<bool> stop{true};
  Context context;
  context.stop = &stop;
  EXPECT_THROW(select_features(two_populations(), quick(2), context), Error);
}

TEST(SelectFeatures, TheTraceHasEveryStep) {
  const auto selection = select_features(two_populations(), without_search(2), {});
  const auto steps = selection.relaxation.minimum.steps;
  ASSERT_EQ(std::ssize(selection.relaxation.trace), steps);
  EXPECT_EQ(selection.relaxation.trace.back().step, steps);
  EXPECT_TRUE(selection.relaxation.trace.back().checked.has_value());
}

TEST(SelectFeatures, AntitheticDrawsAreOtherQueriesOfTheSameProblem) {
  const Dataset data = two_populations();
  auto options = without_search(2);
  options.settings->relax.draws = 2;
  const auto independent = select_features(data, options, {});
  options.settings->relax.antithetic = true;
  const auto paired = select_features(data, options, {});
  EXPECT_NE(paired.relaxation.alpha, independent.relaxation.alpha);
  auto chosen = names(data, paired);
  std::ranges::sort(chosen);
  EXPECT_EQ(chosen, (std::vector<std::string>{"f0", "f1"}));
}

TEST(SelectFeatures, TheLogLossIsInUnitsOfKnowingNothing) {
  Dataset data = two_populations();
  data.task = Task::binary;
  for (auto& population : data.populations)
    for (float& y : population.y) y = y > 0.8F ? 1.0F : 0.0F;
  auto options = without_search(2);
  options.settings->objective.estimator = options.settings->relax.check_estimator =
      Estimator::log_loss;
  options.settings->objective.penalty = Penalty::none;
  const auto selection = select_features(data, options, {});
  EXPECT_LT(selection.relaxation.minimum.value, 0.8);
  auto chosen = names(data, selection);
  std::ranges::sort(chosen);
  EXPECT_EQ(chosen, (std::vector<std::string>{"f0", "f1"}));

  options.settings->relax.alpha_start = 1e4;  // hides everything
  options.settings->optimize.epochs = 1;
  const auto hidden = select_features(data, options, {});
  for (double risk : hidden.relaxation.trace.front().risk) EXPECT_NEAR(risk, 1.0, 0.02);
}

TEST(Presets, AreThePapersSettings) {
  const MethodSettings synth2 = method_settings("paper", "synth2");
  EXPECT_EQ(synth2.relax.alpha_start, 2);
  EXPECT_EQ(synth2.optimize.epochs, 150);
  EXPECT_EQ(synth2.relax.draws, 50);
  EXPECT_EQ(synth2.kernel.neighbours, 1000);
  const SelectOptions options{.method = "paper", .preset = "adult"};
  EXPECT_EQ(aim_of(options), AimName::softmax);
  EXPECT_EQ(options.aim.beta, 10);
  const MethodSettings adult = settings_of(options);
  EXPECT_EQ(adult.objective.lambda, 5e-6);
  EXPECT_EQ(adult.objective.penalty, Penalty::reciprocal_l1);
}

TEST(Settings, ComeWithTheMethodUnlessTheyAreGiven) {
  EXPECT_EQ(settings_of({.method = "paper"}).objective.estimator, Estimator::plug_in);
  EXPECT_EQ(settings_of({.method = "auto"}).objective.estimator, Estimator::debiased);
  EXPECT_EQ(settings_of({.method = "paper", .settings = MethodSettings{}}).relax.draws, 1);
  EXPECT_THROW(settings_of({.method = "auto", .preset = "adult"}), Error);
  EXPECT_THROW(settings_of({.method = "papre"}), Error);
  for (const auto& preset : preset_names())
    EXPECT_GT(settings_of({.method = "paper", .preset = preset}).kernel.neighbours, 0);
}

TEST(Settings, TheMethodsNameAloneIsThePapersMethod) {
  const Dataset data = two_populations(120);
  SelectOptions by_name{.method = "paper", .budget = 2};
  SelectOptions in_full = by_name;
  in_full.settings = method_settings("paper");
  const auto one = select_features(data, by_name, {}), other = select_features(data, in_full, {});
  EXPECT_EQ(one.relaxation.alpha, other.relaxation.alpha);
  EXPECT_FALSE(one.refinement.has_value());
}

TEST(Settings, AMethodIgnoresWhatItHasNoUseFor) {
  const auto ignores = [](const char* method, const char* option) {
    return std::ranges::count(ignored_options({.method = method}), option) == 1;
  };
  EXPECT_TRUE(ignored_options({}).empty());
  EXPECT_TRUE(ignores("paper", "time-limit"));  // it does not search
  EXPECT_TRUE(ignores("paper", "relaxation"));  // it always relaxes
  EXPECT_FALSE(ignores("paper", "epochs"));
  EXPECT_FALSE(ignores("lasso", "backend"));  // every command takes it
  EXPECT_TRUE(ignores("lasso", "epochs"));
  EXPECT_TRUE(ignores("lasso", "without"));
  EXPECT_TRUE(ignores("greedy", "epochs"));
  EXPECT_FALSE(ignores("greedy", "refine-folds"));
  EXPECT_FALSE(ignores("lasso", "budget"));  // not a setting of a method
  EXPECT_FALSE(ignores("lasso", "trees"));   // of the model that scores
}

TEST(Settings, WhatIsLeftOutIsGivenByName) {
  SelectOptions options{.budget = 2};
  testing::state(options, "without", {"trees", "bends"});
  EXPECT_EQ(options.settings->without, (std::vector{Stage::trees, Stage::bends}));
  EXPECT_THROW(testing::state(options, "without", {"tres"}), Error);
}

TEST(Relax, RefusesSettingsOutOfRange) {
  const Dataset data = two_populations(120);
  const auto refused = [&](auto change) {
    SelectOptions options = quick(2);
    change(options.settings->relax);
    EXPECT_THROW(select_features(data, options, {}), Error);
  };
  refused([](auto& o) { o.draws = 0; });
  refused([](auto& o) { o.antithetic = true; });  // with one draw there is nothing to mirror
  refused([](auto& o) { o.batch = -1; });
  refused([](auto& o) { o.alpha_min = 0; });
  refused([](auto& o) { o.alpha_max = 1e-5; });
  refused([](auto& o) { o.alpha_jitter = -1; });
}

}  // namespace
}  // namespace drfs
