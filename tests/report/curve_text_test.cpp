// A curve for a person at a terminal: what each budget adds, where to stop, what it is worth.
#include <gtest/gtest.h>

#include "drfs/curve_report.hpp"
#include "report/figures.hpp"
#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using made_up::has;
using made_up::line_with;

std::string text_of(const CurveResult& result) {
  return curve_text(result, {});
}

/// The line of a budget in the table of points.
std::string line_of(const CurveResult& result, int budget) {
  for (const auto& line : made_up::lines_of(text_of(result)))
    if (line.size() > 9 &&
        line.substr(1, 7) == padded("", 7 - std::to_string(budget).size()) + std::to_string(budget))
      return line;
  return "";
}

TEST(CurveText, ABudgetSaysWhatItAddsAndWhatWentForIt) {
  const CurveResult result = made_up::curve();
  EXPECT_EQ(line_of(result, 1), "       1  0.750 ± 0.030    south           age");
  EXPECT_EQ(line_of(result, 2), "       2  0.500 ± 0.030    south           + bmi");
  EXPECT_EQ(line_of(result, 4),
            "       4  0.250 ± 0.030    south           + glucose, smoker  - age");
}

TEST(CurveText, ABudgetThatAddsNothingSaysSo) {
  CurveResult result = made_up::curve();
  result.points[2].selection = made_up::choice_of({0, 1});  // the order of a set is nothing new
  EXPECT_TRUE(line_of(result, 4).ends_with("as before: no further feature helps"));
}

TEST(CurveText, TheKneeIsMarkedAndExplained) {
  CurveResult result = made_up::curve_with_worth();
  EXPECT_TRUE(line_of(result, 2).starts_with(">"));
  EXPECT_TRUE(line_of(result, 1).starts_with(" "));
  EXPECT_TRUE(has(text_of(result), "\n> Budget 2 is enough: with larger ones no population gains"));
  result.knee = 2;
  EXPECT_TRUE(has(text_of(result), "> The largest of these budgets serves better than all"));
  EXPECT_FALSE(has(text_of(result), "is enough"));
}

TEST(CurveText, AMethodWithoutASearchHasNoKnee) {
  const std::string text = text_of(made_up::curve());
  EXPECT_FALSE(has(text, ">"));
  EXPECT_FALSE(has(text, "worth"));
}

TEST(CurveText, AFeatureIsWorthWhatTheSetLosesWithoutItAndWithTheNextBest) {
  const std::string text = text_of(made_up::curve_with_worth());
  EXPECT_TRUE(has(text, "What each feature of budget 2 is worth"));
  // bmi, glucose go in for age, bmi: the newcomer alone is named.
  EXPECT_EQ(line_with(text, "+0.200"), "  bmi         +0.200 ± 0.010    +0.050 ± 0.020    glucose");
  EXPECT_TRUE(line_with(text, "-0.001").starts_with("  age         -0.001 ± 0.002    –  ")) << text;
}

TEST(CurveText, ThePriceHasAColumnForEachPopulation) {
  CurveResult result = made_up::curve_with_price();
  for (auto& point : result.points) point.populations[0].name = "Baden-Württemberg";
  const std::string text = text_of(result);
  const std::string head = line_with(text, "  set "), robust = line_with(text, "  robust"),
                    pooled = line_with(text, "  pooled");
  const auto column = [](const std::string& line, const char* part) {
    EXPECT_TRUE(has(line, part)) << part << " is not in: " << line;
    return width(line.substr(0, line.find(part)));
  };
  EXPECT_EQ(column(robust, "0.250"), column(head, "Baden"));
  EXPECT_EQ(column(pooled, "0.200"), column(head, "Baden"));
  EXPECT_EQ(column(robust, "0.500"), column(head, "south"));
  EXPECT_EQ(column(pooled, "0.900 ± –"), column(head, "south"));
  EXPECT_TRUE(robust.ends_with("  age, bmi")) << robust;
  EXPECT_FALSE(has(text_of(made_up::curve_with_worth()), "price"));
}

TEST(CurveText, WithoutFiguresItSaysThatItWasInterrupted) {
  CurveResult result = made_up::curve_with_worth();
  for (auto& point : result.points) point.populations = made_up::unscored();
  const std::string text = text_of(result);
  EXPECT_TRUE(text.ends_with(
      "\nInterrupted: these are the choices so far, and they have not been scored.\n"));
  EXPECT_EQ(line_of(result, 1), "       1  –                –               age");
  for (const char* part : {"nan", "Risk:", "Time:"}) EXPECT_FALSE(has(text, part)) << part;
}

TEST(CurveText, BeginsWithWhatWasAskedAndEndsWithWhatTheRiskIs) {
  CurveOptions options;
  options.run.select.method = "lasso";
  options.run.select.seed = 7;
  CurveResult result = made_up::curve();
  result.task = Task::binary;
  const std::string text = curve_text(result, options);
  EXPECT_TRUE(text.starts_with("4 features for 2 populations (method lasso, binary, seed 7)\n"));
  EXPECT_TRUE(has(text, "\nRisk: log loss relative to that of the base rate on held-out rows;"));
  EXPECT_TRUE(text.ends_with("\nTime: 12.3 s\n"));
}

}  // namespace
}  // namespace drfs
