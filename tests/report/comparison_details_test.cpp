// A comparison where figures are missing, names are long, and metrics go either way; its charts
// and its folder.
#include <gtest/gtest.h>

#include "cli/program.hpp"
#include "data/scratch_file.hpp"
#include "drfs/comparison_report.hpp"
#include "report/figures.hpp"
#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using made_up::has;
using made_up::kNaN;
using made_up::line_with;
using nlohmann::json;

const DescribeAll kNoOptions = [](OptionVisitor&) {};

ComparisonRow worst(const std::string& method, double mean, std::optional<Behind> behind) {
  ComparisonRow row = made_up::row(method, "", mean, 0.1);
  row.behind = behind;
  return row;
}

Comparison two_methods() {
  Comparison c;
  c.rows = {made_up::row("auto", "north", 0.25, 0.125), made_up::row("auto", "south", 0.5, kNaN),
            made_up::row("lasso", "north", 0.75, 0.0625),
            made_up::row("lasso", "south", kNaN, kNaN)};
  c.worst = {worst("auto", 0.5, Behind{.by = 0, .standard_error = 0}),
             worst("lasso", 0.75, Behind{.by = 0.25, .standard_error = 0.01})};
  return c;
}

TEST(ComparisonText, AnUnknownFigureIsADashAndAnUnknownSpreadIsLeftOut) {
  const std::string text = comparison_text(two_methods());
  EXPECT_FALSE(has(text, "nan")) << text;
  EXPECT_TRUE(
      line_with(text, "  auto")
          .starts_with("  auto            0.2500 ± 0.1250    0.5000             0.5000 ± 0.1000"));
  EXPECT_TRUE(line_with(text, "  lasso").starts_with("  lasso           0.7500 ± 0.0625    –  "));
}

TEST(ComparisonText, TheBestHasNoDistanceFromItself) {
  const std::string text = comparison_text(two_methods());
  EXPECT_TRUE(line_with(text, "  auto").ends_with("0.5000 ± 0.1000")) << text;
  EXPECT_TRUE(line_with(text, "  lasso").ends_with("+0.2500 ± 0.0100")) << text;
}

TEST(ComparisonText, SaysOfLossesThatLessIsBetter) {
  Comparison c;
  for (const auto& [metric, name, by_name] : kMetricNames) {
    ComparisonRow row = made_up::row("auto", "north", 0.5, 0.1);
    row.metric = metric;
    c.rows = {row};
    EXPECT_EQ(has(comparison_text(c), std::string(name) + " (less is better)"),
              metric == Metric::mse || metric == Metric::log_loss)
        << name;
  }
}

TEST(ComparisonText, EveryBudgetModelAndMetricHasATableInTheOrderOfTheRows) {
  Comparison c;
  for (const int budget : {10, 5})
    for (const char* model : {"rf", "mlp"}) {
      ComparisonRow row = made_up::row("auto", "north", 0.5, 0.1);
      row.budget = budget;
      row.downstream = model;
      c.rows.push_back(row);
    }
  const std::string text = comparison_text(c);
  std::size_t at = 0;
  for (const char* heading :
       {"budget 10, rf, mse", "budget 10, mlp", "budget 5, rf", "budget 5, m"})
    EXPECT_NE(at = text.find(heading, at), std::string::npos) << heading;
  EXPECT_TRUE(text.starts_with("1 method, mean ± standard deviation over 3 seeds."));
}

TEST(ComparisonText, ColumnsStandUnderNamesOfAnyScript) {
  Comparison c = two_methods();
  for (auto& row : c.rows)
    if (row.population == "north") row.population = "Größe";
  const std::string text = comparison_text(c);
  const auto column = [&](const std::string& line, const char* part) {
    return width(line.substr(0, line.find(part)));
  };
  EXPECT_EQ(column(line_with(text, "  method"), "south"),
            column(line_with(text, "  auto"), "0.5000"));
}

TEST(ComparisonJson, TheWorstHasNoPopulationAndADistanceOnlyWhereItIsKnown) {
  Comparison c = two_methods();
  c.worst[1].behind.reset();
  const json parsed = json::parse(comparison_json(c, kNoOptions));
  EXPECT_FALSE(parsed["worst"][0].contains("population"));
  EXPECT_EQ(parsed["worst"][0]["behind"], 0);
  EXPECT_FALSE(parsed["worst"][1].contains("behind"));
  EXPECT_TRUE(parsed["rows"][3]["mean"].is_null());
  EXPECT_EQ(parsed["rows"][0]["selected"],
            json::parse(R"([["x1", "x0"], ["x0", "x1"], ["x0", "x2"]])"));
}

TEST(ComparisonJson, APublishedFigureStandsBesideOurs) {
  Comparison c = two_methods();
  c.rows[0].published = Published{.mean = 0.75, .deviation = 0.5};
  const json rows = json::parse(comparison_json(c, kNoOptions))["rows"];
  EXPECT_EQ(rows[0]["paper"], json::parse(R"({"mean": 0.75, "std": 0.5})"));
  EXPECT_FALSE(rows[1].contains("paper"));
}

TEST(ComparisonChart, BarsReachOneDeviationToEachSideAndNoneWhereItIsUnknown) {
  const json chart = json::parse(comparison_chart(two_methods(), 5, "t"));
  const json& values = chart["data"]["values"];
  EXPECT_EQ(values[0]["low"], 0.125);
  EXPECT_EQ(values[0]["high"], 0.375);
  EXPECT_EQ(values[1]["low"], 0.5);
  EXPECT_EQ(values[1]["high"], 0.5);
  EXPECT_TRUE(values[3]["mean"].is_null());
  EXPECT_EQ(values[0]["panel"], "rf mse");
}

TEST(ComparisonChart, MethodsKeepTheOrderOfTheRowsAndNotThatOfTheAlphabet) {
  Comparison c;
  for (const char* method : {"xgb", "auto", "xgb", "lasso"})
    c.rows.push_back(made_up::row(method, "north", 0.5, 0.1));
  const json chart = json::parse(comparison_chart(c, 5, ""));
  EXPECT_EQ(chart["spec"]["layer"][0]["encoding"]["color"]["sort"], json({"xgb", "auto", "lasso"}));
}

TEST(ComparisonRecord, HasAChartForEveryBudget) {
  const TemporaryFolder folder;
  Comparison c = two_methods();
  for (const int budget : {5, 10, 5}) {
    Trial trial;
    trial.budget = budget;
    c.trials.push_back(trial);
  }
  write_comparison((folder / "").string(), c, kNoOptions, "Adult");
  EXPECT_EQ(read_text(folder / "comparison.csv"), comparison_csv(c));
  EXPECT_EQ(read_text(folder / "comparison.json"), comparison_json(c, kNoOptions));
  EXPECT_EQ(json::parse(read_text(folder / "chart-10.json"))["title"], "Adult, budget 10");
  EXPECT_EQ(json::parse(read_text(folder / "chart-5.json"))["data"]["values"].size(), 4U);
}

TEST(TrialStore, AFileOfAnotherTrialIsRefusedWithItsName) {
  const TemporaryFolder folder;
  const std::string place = (folder / "trials").string();
  const TrialStore store = trials_in(place, kNoOptions);
  Trial trial;
  trial.method = "auto";
  trial.budget = 5;
  trial.seed = 18446744073709551615U;
  store.keep(trial);
  EXPECT_EQ(store.find("auto", 5, trial.seed)->seed, trial.seed);
  std::filesystem::copy(folder / "trials/auto-5-18446744073709551615.json",
                        folder / "trials/lasso-5-0.json");
  testing::expect_error(ErrorCode::usage,
                        {"lasso-5-0.json", "holds another trial than its name says", "--out"},
                        [&] { store.find("lasso", 5, 0); });
}

TEST(DistanceText, IsEmptyForTheBestAndWhereItIsNotKnown) {
  ComparisonRow row = made_up::row("lasso", "", 0.5, 0.1);
  EXPECT_EQ(distance_text(row), "");
  row.behind = Behind{.by = 0, .standard_error = 0};
  EXPECT_EQ(distance_text(row), "");
  row.behind = Behind{.by = 0.00204, .standard_error = 0.0027};
  EXPECT_EQ(distance_text(row), "+0.0020 ± 0.0027");
  row.behind = Behind{.by = 0.5, .standard_error = kNaN};  // of one seed
  EXPECT_EQ(distance_text(row), "+0.5000");
}

}  // namespace
}  // namespace drfs
