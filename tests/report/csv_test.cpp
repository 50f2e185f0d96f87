// CSV that other programs read: every name comes back, whatever is in it, and every line has the
// columns of the first.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "data/scratch_file.hpp"
#include "drfs/comparison_report.hpp"
#include "drfs/curve_report.hpp"
#include "report/csv_field.hpp"
#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using Record = std::vector<std::string>;

/// By the rules of RFC 4180, and nothing else.
std::vector<Record> parsed(const std::string& text) {
  std::vector<Record> records(1, Record(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      records.back().back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && c == ',')
      records.back().emplace_back();
    else if (!quoted && c == '\n')
      records.emplace_back(1);
    else
      records.back().back() += c;
  }
  EXPECT_EQ(records.back(), Record(1)) << "the last line has an end";
  records.pop_back();
  return records;
}

void expect_rectangle(const std::vector<Record>& records) {
  for (const auto& record : records) EXPECT_EQ(record.size(), records[0].size()) << record[0];
}

TEST(CsvField, ComesBackWhateverIsInIt) {
  for (const auto& name : made_up::odd_names())
    EXPECT_EQ(parsed(csv_field(name) + "\n")[0], Record{name});
  EXPECT_EQ(csv_field("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csv_field(""), "\"\"");
}

TEST(TraceCsv, NamesPopulationsAndFeaturesOfAllKinds) {
  RunResult result = made_up::relaxed();
  const auto names = made_up::odd_names();
  result.populations[0].name = names[0];
  result.populations[1].name = names[1];
  for (std::size_t i = 0; i < 4; ++i) result.features[i].name = names[i];
  const auto records = parsed(trace_csv(result));
  ASSERT_EQ(records.size(), 3U);
  expect_rectangle(records);
  EXPECT_EQ(records[0], (Record{"step", "objective", "checked", "lambda", "risk " + names[0],
                                "risk " + names[1], "alpha " + names[0], "alpha " + names[1],
                                "alpha " + names[2], "alpha " + names[3]}));
  EXPECT_EQ(records[1], (Record{"1", "0.9", "", "0", "0.8", "0.9", "1", "1", "1", "1"}));
  EXPECT_EQ(records[2], (Record{"2", "0.7", "0.75", "0.5", "0.6", "0.7", "3", "0.25", "9", "8"}));
}

TEST(TraceCsv, OfAMethodWithoutARelaxationIsItsHeading) {
  EXPECT_EQ(parsed(trace_csv(made_up::by_a_baseline())).size(), 1U);
}

TEST(TraceCsv, NumbersLoseNothing) {
  RunResult result = made_up::relaxed();
  const double third = 1.0 / 3, tiny = 4.9e-324, large = 1.7976931348623157e308;
  result.selection.relaxation.trace[0].alpha = {third, tiny, large, 0.1};
  const auto record = parsed(trace_csv(result))[1];
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(std::strtod(record[6 + i].c_str(), nullptr),
              result.selection.relaxation.trace[0].alpha[i]);
}

TEST(CurveCsv, HasALineForEachBudgetAndPopulation) {
  const auto records = parsed(curve_csv(made_up::curve()));
  ASSERT_EQ(records.size(), 7U);
  expect_rectangle(records);
  EXPECT_EQ(records[0], (Record{"budget", "population", "risk", "risk_se", "features"}));
  EXPECT_EQ(records[3], (Record{"2", "north", "0.25", "0.02", "bmi age"}));
  EXPECT_EQ(records[6], (Record{"4", "south", "0.25", "0.03", "bmi smoker glucose"}));
}

TEST(CurveCsv, IsATableThatDrfsReadsItself) {
  CurveResult result = made_up::curve();
  for (auto& point : result.points) point.populations[0].name = "Nord, \"alt\"";
  result.points[2].populations = made_up::unscored();
  const Table table = testing::read_text(curve_csv(result));
  EXPECT_EQ(table.rows, 6U);
  EXPECT_EQ(testing::texts_of(testing::column_of(table, "population"))[2], "Nord, \"alt\"");
  const Column& risk = testing::column_of(table, "risk");
  ASSERT_EQ(risk.type, ColumnType::number) << "also where some are not known";
  EXPECT_EQ(risk.numbers[1], 0.75F);
  EXPECT_TRUE(std::isnan(risk.numbers[4]));
}

TEST(ComparisonCsv, AnUnknownNumberIsAnEmptyField) {
  Comparison comparison;
  comparison.rows = {made_up::row("lasso", "a, \"b\"", 0.123456789, made_up::kNaN),
                     made_up::row("auto", "north", made_up::kNaN, made_up::kNaN)};
  comparison.rows[1].published = Published{.mean = 0.5, .deviation = 0.25};
  const auto records = parsed(comparison_csv(comparison));
  expect_rectangle(records);
  EXPECT_EQ(records[0], (Record{"method", "budget", "population", "downstream", "metric", "mean",
                                "std", "n", "paper_mean", "paper_std"}));
  EXPECT_EQ(records[1],
            (Record{"lasso", "5", "a, \"b\"", "rf", "mse", "0.123457", "", "3", "", ""}));
  EXPECT_EQ(records[2], (Record{"auto", "5", "north", "rf", "mse", "", "", "3", "0.5", "0.25"}));
}

TEST(ComparisonCsv, OfNothingIsItsHeading) {
  EXPECT_EQ(comparison_csv({}), "method,budget,population,downstream,metric,mean,std,n\n");
}

}  // namespace
}  // namespace drfs
