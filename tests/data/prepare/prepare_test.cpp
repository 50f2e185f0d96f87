// Split, impute and standardise, checked against numbers worked out by hand.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using namespace testing;

/// One population with the given columns; the first `chosen` rows choose.
Population population_of(const std::string& name, const std::vector<std::vector<float>>& columns,
                         std::vector<float> y, std::size_t chosen) {
  Population out;
  out.name = name;
  out.x = Matrix(y.size(), columns.size());
  for (std::size_t d = 0; d < columns.size(); ++d)
    std::ranges::copy(columns[d], out.x.column(d).begin());
  out.weight.assign(y.size(), 1.0F);
  out.y = std::move(y);
  out.selection_rows = chosen;
  return out;
}

Dataset numbers_dataset(std::size_t rows) {
  Dataset data = {};
  data.source = "t.csv";
  data.target = "y";
  data.features = {{"x", 0, 1, {}}};
  for (const char* name : {"A", "B"}) {
    std::vector<float> values(rows);
    for (std::size_t i = 0; i < rows; ++i) values[i] = static_cast<float>(i);
    data.populations.push_back(population_of(name, {values}, values, rows));
  }
  return data;
}

TEST(SplitRows, IsSeededAndKeepsEveryRow) {
  Dataset a = numbers_dataset(101);
  Dataset b = numbers_dataset(101);
  Dataset c = numbers_dataset(101);
  split_rows(a, {0.6}, 1);
  split_rows(b, {0.6}, 1);
  split_rows(c, {0.6}, 2);
  EXPECT_EQ(a.populations[0].selection_rows, 61U);
  EXPECT_EQ(a.populations[0].y, b.populations[0].y);
  EXPECT_NE(a.populations[0].y, c.populations[0].y);
  EXPECT_NE(a.populations[0].y, a.populations[1].y);
  for (const auto& population : a.populations) {
    EXPECT_EQ(std::set<float>(population.y.begin(), population.y.end()).size(), 101U);
    for (std::size_t row = 0; row < 101; ++row) EXPECT_EQ(population.x(row, 0), population.y[row]);
  }
}

TEST(SplitRows, TakesSixTenthsWhereTheShareIsAutomatic) {
  Dataset automatic = numbers_dataset(50), stated = numbers_dataset(50);
  split_rows(automatic, {}, 1);
  split_rows(stated, {0.6}, 1);
  EXPECT_EQ(automatic.populations[0].selection_rows, 30U);
  EXPECT_EQ(automatic.populations[0].y, stated.populations[0].y);
}

TEST(SplitRows, RefusesSharesThatLeaveASideEmpty) {
  for (const double share : {1.0, -0.5, 2.0, std::nan("")}) {
    Dataset data = numbers_dataset(10);
    expect_error(ErrorCode::usage, {"--selection-share"}, [&] { split_rows(data, {share}, 0); });
  }
  Dataset data = numbers_dataset(3);
  expect_error(ErrorCode::usage, {"--selection-share", "'0.9'", "population 'A' of 3 rows"},
               [&] { split_rows(data, {0.9}, 0); });
  Dataset exact = numbers_dataset(100);
  split_rows(exact, {0.07}, 0);  // 0.07 · 100 is a little above 7 in floating point
  EXPECT_EQ(exact.populations[0].selection_rows, 7U);
}

TEST(Impute, TakesMediansOfTheChoosingRows) {
  Dataset data = {};
  data.features = {{"x", 0, 1, {}}};
  data.populations = {
      population_of("A", {{1, kMissing, 10, 4, 100, kMissing}}, {0, 0, 0, 0, 0, 0}, 4),
      population_of("B", {{3, 5, kMissing}}, {0, 0, 0}, 3)};
  impute(data, {});
  EXPECT_EQ(data.populations[0].x(1, 0), 4.0F);
  EXPECT_EQ(data.populations[0].x(5, 0), 4.0F);
  EXPECT_EQ(data.populations[0].x(4, 0), 100.0F);
  EXPECT_EQ(data.populations[1].x(2, 0), 4.0F);
}

TEST(Impute, TakesTheMostFrequentLevel) {
  Dataset data = {};
  data.features = {{"c", 0, 2, {"a", "b"}}};
  data.populations = {
      population_of("A", {{1, 0, 0, kMissing, 1}, {0, 1, 1, kMissing, 0}}, {0, 0, 0, 0, 0}, 4),
      population_of("B", {{1, 0, kMissing}, {0, 1, kMissing}}, {0, 0, 0}, 3)};
  impute(data, {});
  EXPECT_EQ(data.populations[0].x(3, 0), 0.0F);
  EXPECT_EQ(data.populations[0].x(3, 1), 1.0F);
  EXPECT_EQ(data.populations[1].x(2, 0), 1.0F);  // a tie: the first by name
  EXPECT_EQ(data.populations[1].x(2, 1), 0.0F);
}

TEST(Impute, RowsCountByTheirWeights) {
  Dataset data = {};
  data.features = {{"x", 0, 1, {}}, {"c", 1, 2, {"a", "b"}}};
  data.populations = {population_of(
      "A", {{1, 2, 9, kMissing}, {1, 1, 0, kMissing}, {0, 0, 1, kMissing}}, {0, 0, 0, 0}, 4)};
  data.populations[0].weight = {1, 1, 3, 1};
  impute(data, {});
  EXPECT_EQ(data.populations[0].x(3, 0), 9.0F);
  EXPECT_EQ(data.populations[0].x(3, 1), 0.0F);
  EXPECT_EQ(data.populations[0].x(3, 2), 1.0F);
}

TEST(Impute, AFeatureAbsentFromAPopulationTakesThePooledValueAndSaysSo) {
  Dataset data = {};
  data.source = "t.csv";
  data.features = {{"x", 0, 1, {}}};
  data.populations = {population_of("A", {{kMissing, kMissing}}, {0, 0}, 2),
                      population_of("B", {{1, 2}}, {0, 0}, 2),
                      population_of("C", {{9, kMissing}}, {0, 0}, 2)};
  std::string logged;
  Context context;
  context.threads = 2;
  context.on_log = [&](Severity severity, std::string_view message) {
    EXPECT_EQ(severity, Severity::warning);
    logged += message;
  };
  impute(data, context);
  EXPECT_EQ(data.populations[0].x(0, 0), 2.0F);
  EXPECT_EQ(data.populations[2].x(1, 0), 9.0F);
  EXPECT_NE(logged.find("'x'"), std::string::npos);
  EXPECT_NE(logged.find("population 'A'"), std::string::npos);
  EXPECT_EQ(logged.find("population 'C'"), std::string::npos);
}

TEST(Impute, AFeatureSeenOnlyInTheScoringRowsIsSaidToLackValuesInTheOthers) {
  Dataset data = {};
  data.source = "t.csv";
  data.features = {{"x", 0, 1, {}}};
  data.populations = {population_of("A", {{kMissing, kMissing, 7}}, {0, 0, 0}, 2),
                      population_of("B", {{1, 2, kMissing}}, {0, 0, 0}, 2)};
  Dataset nowhere = data;
  nowhere.populations.pop_back();
  Logged log;
  impute(data, log.context);
  EXPECT_EQ(log.text,
            "warning: t.csv: feature 'x' has no value in the rows of population 'A' that choose "
            "features; it is filled with the median of the other populations\n");
  EXPECT_EQ(data.populations[0].x(2, 0), 7.0F);
  impute(nowhere, log.context);
  EXPECT_NE(log.text.find("filled with 0"), std::string::npos) << log.text;
  EXPECT_EQ(nowhere.populations[0].x(0, 0), 0.0F);
}

TEST(Standardise, UsesTheWeightedMomentsOfTheChoosingRows) {
  Dataset data = {};
  data.features = {{"x", 0, 1, {}}, {"z", 1, 1, {}}};
  data.populations = {population_of("A", {{0, 4, 10}, {7, 7, 9}}, {1, 3, 5}, 2)};
  data.populations[0].weight = {3, 1, 1};
  standardise(data);
  const auto& population = data.populations[0];
  // Mean (0·3 + 4)/4 = 1, variance (3·1 + 9)/4 = 3.
  EXPECT_FLOAT_EQ(population.x(0, 0), -1.0F / std::sqrt(3.0F));
  EXPECT_FLOAT_EQ(population.x(2, 0), 9.0F / std::sqrt(3.0F));
  for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(population.x(row, 1), 0.0F);
  // Mean 1.5, variance (3·0.25 + 2.25)/4 = 0.75.
  EXPECT_FLOAT_EQ(population.y[2], 3.5F / std::sqrt(0.75F));
}

TEST(Standardise, LeavesABinaryTargetAndRefusesAConstantOne) {
  Dataset data = {};
  data.task = Task::binary;
  data.target = "y";
  data.features = {{"x", 0, 1, {}}};
  data.populations = {population_of("A", {{1, 2, 3}}, {0, 1, 1}, 3)};
  standardise(data);
  EXPECT_EQ(data.populations[0].y, (std::vector<float>{0, 1, 1}));
  data.populations[0].selection_rows = 2;
  data.populations[0].y = {1, 1, 0};
  expect_error(ErrorCode::data, {"population 'A'", "target 'y'", "2 rows"},
               [&] { standardise(data); });
}

class NameCollector : public OptionVisitor {
 public:
  std::set<std::string> names;
  void option(std::string_view name, int&, std::string_view help) override { add(name, help); }
  void option(std::string_view name, std::uint64_t&, std::string_view help) override {
    add(name, help);
  }
  void option(std::string_view name, double&, std::string_view help) override { add(name, help); }
  void option(std::string_view name, bool&, std::string_view help) override { add(name, help); }
  void option(std::string_view name, std::string&, std::string_view help) override {
    add(name, help);
  }
  void option(std::string_view name, std::vector<std::string>&, std::string_view help) override {
    add(name, help);
  }
  void option(std::string_view name, Choice choice, std::string_view help) override {
    add(name, help);
    choice.set(choice.known.back());
    EXPECT_EQ(choice.get(), choice.known.back());
  }

 private:
  void add(std::string_view name, std::string_view help) {
    EXPECT_TRUE(names.emplace(name).second);
    ASSERT_FALSE(help.empty());
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(help.front()))) << help;
    EXPECT_NE(help.back(), '.') << help;
  }
};

TEST(Describe, NamesEveryField) {
  NameCollector collector;
  ReadOptions read;
  DatasetOptions dataset;
  SplitOptions split;
  describe(read, collector);
  describe(dataset, collector);
  describe(split, collector);
  EXPECT_EQ(collector.names,
            (std::set<std::string>{"missing", "delimiter", "target", "population", "weight",
                                   "replicate-weights", "replicate-scale", "features", "drop",
                                   "categorical", "group", "labels", "task", "min-rows",
                                   "pool-small", "max-levels", "missing-values", "allow-missing-in",
                                   "selection-share"}));
  EXPECT_EQ(dataset.task, Task::multiclass);
  EXPECT_EQ(dataset.missing_values, MissingValues::refuse);
}

}  // namespace
}  // namespace drfs
