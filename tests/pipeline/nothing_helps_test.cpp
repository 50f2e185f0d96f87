// Where no feature helps, the run says so: by hand-made figures, and on tables of pure noise.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "cli/program.hpp"
#include "drfs/methods.hpp"
#include "drfs/run.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

PopulationFigures figures(Risk chosen, Risk all) {
  return {"A", 100, chosen, all};
}

TEST(NoFeatureHelps, UnlessSomePopulationIsTwoStandardErrorsBelowOne) {
  const PopulationFigures noise = figures({1.02, 0.01}, {1.1, 0.02});
  const auto nothing = [&](const PopulationFigures& other) {
    return no_feature_helps(std::vector{noise, other});
  };
  EXPECT_TRUE(nothing(noise));
  EXPECT_TRUE(nothing(figures({0.985, 0.01}, {0.99, 0.01})));
  EXPECT_FALSE(nothing(figures({0.975, 0.01}, {1.1, 0.01})));
  EXPECT_FALSE(nothing(figures({1.1, 0.01}, {0.975, 0.01})));
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(nothing(figures({0.5, unknown}, {0.5, unknown})));
}

/// Four populations, 20 columns; y = signal · x0 + noise, or whether that is positive.
std::string table(std::uint64_t seed, Task task, double signal, std::size_t rows) {
  std::string text;
  for (int d = 0; d < 20; ++d) text += fmt::format("x{},", d);
  text += "y,p\n";
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t d = 0; d < 20; ++d) text += fmt::format("{},", simulated::normal(seed, i, d));
    const double y = signal * simulated::normal(seed, i, 0) +
                     simulated::normal(seed, i, simulated::kNoiseColumn);
    text += task == Task::binary ? (y > 0 ? "yes" : "no") : fmt::format("{}", y);
    text += fmt::format(",P{}\n", i % 4);
  }
  return text;
}

struct Outcome {
  RunResult result;
  std::string warnings;
};

Outcome run_on(const std::string& text, const std::string& model, double share = 0,
               int trees = 20) {
  const TemporaryFolder folder;
  RunOptions options;
  options.data = folder.write("table.csv", text);
  options.dataset.target = "y";
  options.dataset.population = {"p"};
  options.select.settings = method_settings("auto");
  options.select.budget = 3;
  options.select.model.model = model;
  options.select.model.trees = trees;
  options.select.split.selection_share = share;
  options.select.settings->optimize.epochs = 20;
  options.select.settings->refine.fill = true;
  Outcome out;
  Context context;
  context.on_log = [&](Severity severity, std::string_view message) {
    if (severity == Severity::warning) out.warnings += std::string(message) + "\n";
  };
  out.result = run_selection(options, context);
  return out;
}

class PureNoise : public testing::TestWithParam<Task> {};

TEST_P(PureNoise, IsNamedInOneWarning) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Outcome outcome = run_on(table(seed, GetParam(), 0, 1200), "xgb");
    EXPECT_EQ(outcome.result.task, GetParam());
    EXPECT_TRUE(outcome.result.nothing_helps) << seed;
    EXPECT_EQ(outcome.result.selection.selected.size(), 3U);
    EXPECT_NE(outcome.warnings.find("no feature helps"), std::string::npos) << outcome.warnings;
    EXPECT_EQ(outcome.warnings.find("population 'P"), std::string::npos) << outcome.warnings;
  }
}

TEST_P(PureNoise, IsNotWhatAWeakSignalIs) {
  // One column of 20 explains a tenth of the variance; classes say less of it.
  const double signal = GetParam() == Task::binary ? 0.7 : 0.35;
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    for (const char* model : {"xgb", "linear"}) {
      const Outcome outcome = run_on(table(seed, GetParam(), signal, 4000), model, 0.6);
      EXPECT_FALSE(outcome.result.nothing_helps) << seed << " " << model;
      EXPECT_EQ(outcome.warnings.find("no feature helps"), std::string::npos);
    }
}

TEST(NoFeatureHelps, IsSaidWithoutFiguresToo) {
  for (const double signal : {0.0, 0.35}) {
    const Outcome outcome = run_on(table(1, Task::regression, signal, 1200), "auto", 1);
    EXPECT_FALSE(outcome.result.scored());
    EXPECT_EQ(outcome.result.nothing_helps, signal == 0);
    EXPECT_EQ(outcome.warnings.find("no feature helps") != std::string::npos, signal == 0);
  }
}

TEST(NoFeatureHelps, IsNotSaidOfAModelThatOverfits) {
  // A tenth of the variance, and more trees than so few rows can bear.
  const Outcome outcome = run_on(table(1, Task::regression, 0.35, 2400), "xgb", 0.6, 200);
  ASSERT_TRUE(no_feature_helps(outcome.result.populations));
  EXPECT_FALSE(outcome.result.nothing_helps);
  EXPECT_NE(outcome.warnings.find("the model overfits"), std::string::npos) << outcome.warnings;
  EXPECT_EQ(outcome.warnings.find("population 'P"), std::string::npos) << outcome.warnings;
}

INSTANTIATE_TEST_SUITE_P(Tasks, PureNoise, testing::Values(Task::regression, Task::binary),
                         [](const auto& parameters) {
                           return parameters.param == Task::binary ? "binary" : "regression";
                         });

TEST(RunSelection, ResamplesThatCannotBeDrawnDoNotCostTheAnswer) {
  const TemporaryFolder folder;
  std::string text = "a,b,y,p\n";
  for (std::size_t i = 0; i < 20; ++i)
    text += fmt::format("{},{},{},{}\n", simulated::normal(1, i, 0), simulated::normal(1, i, 1),
                        simulated::normal(1, i, 2), i % 2 == 0 ? "A" : "B");
  RunOptions options;
  options.data = folder.write("table.csv", text);
  options.dataset.target = "y";
  options.dataset.population = {"p"};
  options.dataset.min_rows = 5;
  options.select.settings = method_settings("auto");
  options.select.budget = 1;
  options.select.bootstrap = 2;
  options.select.split.selection_share = 0.6;
  options.select.settings->means.folds = 6;  // as many as there are rows that choose
  options.select.model.model = "linear";
  options.select.settings->optimize.epochs = 5;
  std::string warnings;
  Context context;
  context.on_log = [&](Severity, std::string_view message) { warnings += message; };
  const RunResult result = run_selection(options, context);
  EXPECT_EQ(result.selection.selected.size(), 1U);
  EXPECT_FALSE(result.stability.has_value());
  EXPECT_NE(warnings.find("too small to be resampled"), std::string::npos) << warnings;
}

TEST(RunSelection, AnInterruptedBootstrapKeepsTheFigures) {
  const TemporaryFolder folder;
  RunOptions options;
  options.data = "synth:1?rows=900";
  options.dataset.target = "y";
  options.dataset.population = {"population"};
  options.select.settings = method_settings("auto");
  options.select.budget = 2;
  options.select.bootstrap = 3;
  options.select.model.model = "linear";
  options.select.settings->optimize.epochs = 5;
  std::atomic<bool> stop{false};
  Context context;
  context.stop = &stop;
  context.on_progress = [&](const Progress& progress) {
    if (progress.stage == "bootstrap" && progress.done >= 1) stop = true;
  };
  const RunResult result = run_selection(options, context);
  EXPECT_FALSE(result.interrupted);
  EXPECT_TRUE(result.ended_early());
  EXPECT_EQ(result.stability->resamples, 1);
  EXPECT_GT(result.worst().risk.value, 0);
}

}  // namespace
}  // namespace drfs
