// The network with a mask on its inputs: what it finds, and what its answer depends on.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "drfs/methods.hpp"
#include "models/simulated.hpp"

namespace drfs {
namespace {

std::vector<std::string> chosen(const Dataset& data, int budget, std::uint64_t seed = 0,
                                const Context& context = {}) {
  SelectOptions options{.method = "embedded-mlp"};
  options.budget = budget;
  options.seed = seed;
  std::vector<std::string> names;
  for (const auto& feature : select_features(data, options, context).selected)
    names.push_back(data.features[feature.feature].name);
  return names;
}

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::ranges::sort(names);
  return names;
}

/// x1 is needed by A, x4 by B, x6 by both; the other five are noise.
Dataset two_needs(Task task) {
  std::vector<Population> populations;
  for (std::size_t p = 0; p < 2; ++p) {
    const std::size_t own = p == 0 ? 1 : 4;
    const double size = task == Task::regression ? 1 : 2;
    const auto mean = [own, size](const Matrix& x, std::size_t i) {
      return size * (x(i, own) + std::abs(x(i, 6)));
    };
    const auto scores = [&mean](const Matrix& x, std::size_t i) {
      return std::vector<double>{0, 2 * mean(x, i), 3 - mean(x, i)};
    };
    auto sample = task == Task::regression ? simulated::regression(20 + p, 1000, 8, 0.3, mean)
                  : task == Task::binary   ? simulated::binary(20 + p, 1000, 8, mean)
                                           : simulated::classes(20 + p, 1000, 8, scores);
    populations.push_back(
        simulated::population(p == 0 ? "A" : "B", std::move(sample), p == 0 ? 1000 : 600));
  }
  Dataset data = simulated::dataset(task, std::move(populations));
  standardise(data);
  return data;
}

TEST(EmbeddedMlp, FindsWhatEachPopulationNeeds) {
  for (const Task task : {Task::regression, Task::binary, Task::multiclass})
    EXPECT_EQ(sorted(chosen(two_needs(task), 3)), (std::vector<std::string>{"x1", "x4", "x6"}));
}

TEST(EmbeddedMlp, IsAFunctionOfTheSeed) {
  // The order of what is noise is chance.
  const auto noise = simulated::regression(30, 150, 8, 1, [](const auto&, auto) { return 0.0; });
  const Dataset data =
      simulated::dataset(Task::regression, {simulated::population("A", noise, 150)});
  const auto first = chosen(data, 8, 5);
  EXPECT_EQ(first, chosen(data, 8, 5));
  EXPECT_NE(first, chosen(data, 8, 6));
}

TEST(EmbeddedMlp, ASmallerBudgetKeepsTheFirstOnes) {
  const Dataset data = two_needs(Task::regression);
  const auto all = chosen(data, 8);
  for (int budget = 1; budget < 8; ++budget)
    EXPECT_EQ(chosen(data, budget), std::vector<std::string>(all.begin(), all.begin() + budget));
}

/// A table with the columns in this order and the population and the outcome at the end.
Dataset from_table(std::vector<std::size_t> order) {
  constexpr std::size_t kRows = 2000;
  Table table;
  table.rows = kRows;
  for (std::size_t d : order) {
    Column column;
    column.name = "x" + std::to_string(d);
    for (std::size_t i = 0; i < kRows; ++i) column.numbers.push_back(simulated::normal(31, i, d));
    table.columns.push_back(std::move(column));
  }
  Column y, population;
  y.name = "y";
  population.name = "p";
  population.type = ColumnType::category;
  population.levels = {"A", "B"};
  for (std::size_t i = 0; i < kRows; ++i) {
    population.codes.push_back(static_cast<std::int32_t>(i % 2));
    y.numbers.push_back(simulated::normal(31, i, 1 + i % 2) + simulated::normal(31, i, 9) / 4);
  }
  table.columns.push_back(std::move(population));
  table.columns.push_back(std::move(y));
  DatasetOptions options;
  options.target = "y";
  options.population = {"p"};
  return prepare(std::move(table), options, {}, 0, {});
}

TEST(EmbeddedMlp, TheOrderOfTheColumnsDoesNotMatter) {
  const auto names = chosen(from_table({0, 1, 2, 3, 4}), 5);
  EXPECT_EQ(names, chosen(from_table({3, 2, 4, 0, 1}), 5));
  EXPECT_EQ(sorted({names[0], names[1]}), (std::vector<std::string>{"x1", "x2"}));
}

TEST(EmbeddedMlp, ReportsItsProgressAndStopsWhenItIsTold) {
  std::atomic<bool> stop{false};
  double last = 0;
  Context context;
  context.stop = &stop;
  context.on_progress = [&](const Progress& progress) {
    last = progress.done;
    if (progress.done >= 3) stop = true;
  };
  try {
    chosen(two_needs(Task::regression), 3, 0, context);
    FAIL() << "was not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::interrupted);
  }
  EXPECT_EQ(last, 3);
}

}  // namespace
}  // namespace drfs
