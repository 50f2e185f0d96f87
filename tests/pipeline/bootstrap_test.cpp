// Resamples as weights, and how often each feature comes out of them.
#include "pipeline/bootstrap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <thread>

#include "drfs/methods.hpp"
#include "drfs/run.hpp"
#include "methods/select_problem.hpp"
#include "select/measure/model_risk.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

SelectOptions quick(int budget, int bootstrap) {
  SelectOptions options{.budget = budget, .settings = method_settings("auto")};
  options.bootstrap = bootstrap;
  options.model.model = "linear";
  options.settings->optimize.epochs = 20;
  return options;
}

std::vector<std::size_t> set_of(const Selection& selection) {
  std::vector<std::size_t> set;
  for (const auto& chosen : selection.selected) set.push_back(chosen.feature);
  std::ranges::sort(set);
  return set;
}

TEST(Resample, IsWeightsAndNeverTheSameRowTwice) {
  const Dataset data = two_populations(1000);
  const Dataset drawn = resample(data, 7, 0, 2);
  for (std::size_t p = 0; p < 2; ++p) {
    const Population& population = drawn.populations[p];
    const std::size_t n = data.populations[p].selection_rows, rows = population.y.size();
    EXPECT_EQ(population.selection_rows, rows);
    EXPECT_EQ(population.x.rows(), rows);
    EXPECT_EQ(std::accumulate(population.weight.begin(), population.weight.end(), 0.0),
              static_cast<double>(n));
    // A row is drawn with probability 1 - 1/e.
    EXPECT_NEAR(static_cast<double>(rows), 0.632 * static_cast<double>(n), 40);
    const std::set<float> different(population.x.column(0).begin(), population.x.column(0).end());
    EXPECT_EQ(different.size(), rows);
    EXPECT_GT(std::ranges::max(population.weight), 2);
  }
}

TEST(Resample, KeepsTheOrderOfTheSelectionRowsAndTheirOwnWeights) {
  Dataset data = two_populations(200);
  Population& population = data.populations[0];
  data.task = Task::binary;  // the outcome is left as it is
  for (std::size_t i = 0; i < 200; ++i) {
    population.y[i] = static_cast<float>(i);
    population.weight[i] = 0.5F;
  }
  const Population drawn = resample(data, 1, 4, 2).populations[0];
  EXPECT_TRUE(std::ranges::is_sorted(drawn.y));
  EXPECT_LT(drawn.y.back(), static_cast<float>(population.selection_rows));
  EXPECT_EQ(std::accumulate(drawn.weight.begin(), drawn.weight.end(), 0.0), 60.0);
}

TEST(Resample, IsStandardisedAnew) {
  const Dataset drawn = resample(two_populations(200), 1, 0, 2);
  const Population& population = drawn.populations[1];
  double mean = 0, square = 0, total = 0;
  for (std::size_t i = 0; i < population.y.size(); ++i) {
    total += population.weight[i];
    mean += population.weight[i] * population.x(i, 3);
    square += population.weight[i] * population.x(i, 3) * population.x(i, 3);
  }
  EXPECT_NEAR(mean / total, 0, 1e-5);
  EXPECT_NEAR(square / total, 1, 1e-5);
}

TEST(Resample, IsAFunctionOfSeedNumberAndPopulation) {
  const Dataset data = two_populations(300);
  const auto weights = [&](std::uint64_t seed, int number, std::size_t population) {
    return resample(data, seed, number, 2).populations[population].weight;
  };
  EXPECT_EQ(weights(1, 2, 0), weights(1, 2, 0));
  EXPECT_NE(weights(1, 2, 0), weights(2, 2, 0));
  EXPECT_NE(weights(1, 2, 0), weights(1, 3, 0));
  EXPECT_NE(weights(1, 2, 0), weights(1, 2, 1));
}

TEST(Resample, IsDrawnAgainWhereAClassIsMissing) {
  Dataset data = two_populations(200);
  data.task = Task::binary;
  for (auto& population : data.populations) {
    std::ranges::fill(population.y, 0.0F);
    population.y[0] = 1;  // missing from more than a third of the draws
  }
  for (int number = 0; number < 20; ++number)
    for (const auto& population : resample(data, 1, number, 2).populations)
      EXPECT_EQ(std::ranges::count(population.y, 1.0F), 1);
}

TEST(Resample, APopulationThatIsTooSmallIsNamed) {
  try {
    resample(two_populations(20), 1, 0, 13);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::data);
    EXPECT_NE(std::string(error.what()).find("population 'A'"), std::string::npos) << error.what();
  }
}

/// Rows for which y is column 0 and rows for which it is column 1; some weigh a thousand times
/// more.
Dataset two_kinds_of_rows(std::size_t heavy_kind) {
  Dataset data = two_populations(600);
  data.populations.pop_back();
  Population& population = data.populations[0];
  for (std::size_t i = 0; i < 600; ++i) {
    population.y[i] = population.x(i, i % 2);
    population.weight[i] = i % 2 == heavy_kind ? 1 : 1e-3F;
  }
  return data;
}

TEST(Weights, DecideInTheRelaxationAlone) {
  for (std::size_t kind : {0, 1}) {
    SelectOptions options = quick(1, 0);
    options.settings->refine.refine_passes = 0;
    EXPECT_EQ(set_of(select_features(two_kinds_of_rows(kind), options, {})),
              (std::vector<std::size_t>{kind}));
  }
}

TEST(Weights, DecideInTheSearch) {
  for (std::size_t kind : {0, 1}) {
    const Dataset data = two_kinds_of_rows(kind);
    const SelectOptions options = quick(1, 0);
    const Context context;
    EXPECT_EQ(set_of(select_features(data, options, context)), (std::vector<std::size_t>{kind}));
    const Recipe recipe = recipe_of(options);
    ModelRisk risk(data, {0}, recipe, context);
    EXPECT_LT(risk.risk({kind}).worst(), 0.05);
    EXPECT_GT(risk.risk({1 - kind}).worst(), 0.9);
  }
}

TEST(Bootstrap, ChoosesAlwaysWhatIsNeededAndNoiseByChance) {
  const Dataset data = two_populations();
  const Stability stability = bootstrap_selection(data, quick(3, 8), {});
  EXPECT_EQ(stability.asked, 8);
  EXPECT_EQ(stability.resamples, 8);
  EXPECT_EQ(stability.chosen[0], 8);
  EXPECT_EQ(stability.chosen[1], 8);
  EXPECT_EQ(std::accumulate(stability.chosen.begin(), stability.chosen.end(), 0), 3 * 8);
  int total = 0;
  for (const auto& set : stability.sets) {
    EXPECT_EQ(set.features.size(), 3U);
    total += set.count;
  }
  EXPECT_EQ(total, 8);
}

TEST(Bootstrap, DividesTheVotesOfTwoColumnsThatSayTheSame) {
  Dataset data = two_populations(200);
  for (std::uint32_t p = 0; p < 2; ++p) {
    Population& population = data.populations[p];
    for (std::uint32_t j = 0; j < 200; ++j) {
      const auto other = normals(9, Stream::bench, {p, j, 0, 0});
      const float signal = population.x(j, 0);
      population.x(j, 3) = signal + 0.5F * static_cast<float>(other[0]);
      population.x(j, 4) = signal + 0.5F * static_cast<float>(other[1]);
      population.x(j, 0) = static_cast<float>(other[2]);
      population.y[j] = signal;
    }
  }
  const Stability stability = bootstrap_selection(data, quick(1, 20), {});
  EXPECT_EQ(stability.chosen[3] + stability.chosen[4], 20);
  EXPECT_GT(stability.chosen[3], 0);
  EXPECT_GT(stability.chosen[4], 0);
  ASSERT_EQ(stability.sets.size(), 2U);
  EXPECT_GT(stability.sets[0].count, stability.sets[1].count);
}

TEST(Bootstrap, DoesNotDependOnThreadsNorOnHowManyFollow) {
  const Dataset data = two_populations(150);
  Context four;
  four.threads = 4;
  const Stability alone = bootstrap_selection(data, quick(3, 4), {});
  EXPECT_EQ(alone.chosen, bootstrap_selection(data, quick(3, 4), four).chosen);
  const Stability first = bootstrap_selection(data, quick(3, 1), {});
  EXPECT_EQ(first.sets[0].features,
            set_of(select_features(resample(data, 0, 0, 5), quick(3, 0), {})));
}

TEST(Bootstrap, InterruptedItReportsWhatIsFinished) {
  std::atomic<bool> stop{false};
  Context context;
  context.stop = &stop;
  std::vector<double> done;
  context.on_progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.stage, "bootstrap");
    EXPECT_EQ(progress.total, 5);
    done.push_back(progress.done);
    stop = progress.done >= 2;
  };
  const Stability stability = bootstrap_selection(two_populations(), quick(2, 5), context);
  EXPECT_EQ(stability.asked, 5);
  EXPECT_EQ(stability.resamples, 2);
  EXPECT_EQ(std::accumulate(stability.chosen.begin(), stability.chosen.end(), 0), 2 * 2);
  EXPECT_EQ(done, (std::vector<double>{0, 1, 2}));
}

TEST(Bootstrap, ASelectionCutShortIsNotCounted) {
  std::atomic<bool> stop{false};
  Context context;
  context.stop = &stop;
  SelectOptions options = quick(2, 1);
  options.settings->refine.refine_passes = 0;
  options.settings->optimize.epochs =
      100'000'000;  // would take days, and has a best step from the start
  options.settings->optimize.check_every = 1;
  options.settings->optimize.patience = 0;
  const std::jthread interrupter([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    stop = true;
  });
  EXPECT_EQ(bootstrap_selection(two_populations(120), options, context).resamples, 0);
}

TEST(Bootstrap, ANegativeNumberIsRefused) {
  EXPECT_THROW(bootstrap_selection(two_populations(), quick(2, -1), {}), Error);
}

}  // namespace
}  // namespace drfs
