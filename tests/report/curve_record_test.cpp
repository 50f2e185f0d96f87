// A curve as JSON, as a chart and as the folder that it leaves.
#include <gtest/gtest.h>

#include "cli/program.hpp"
#include "drfs/curve_report.hpp"
#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using nlohmann::json;

json json_of_curve(const CurveResult& result) {
  CurveOptions options;
  options.budgets = {1, 2, 4};
  return json::parse(curve_json(result, [&](OptionVisitor& v) { describe(options, v); }));
}

TEST(CurveJson, HasAPointForEveryBudgetWithItsWorst) {
  const json parsed = json_of_curve(made_up::curve());
  EXPECT_EQ(parsed["schema"], "drfs.curve/1");
  ASSERT_EQ(parsed["points"].size(), 3U);
  const json& point = parsed["points"][1];
  EXPECT_EQ(point["budget"], 2);
  EXPECT_EQ(point["worst"],
            json::parse(R"({"population": "south", "risk": 0.5, "risk_se": 0.03})"));
  EXPECT_EQ(point["selected"], json::parse(R"([{"feature": "bmi", "rank": 1},
                                               {"feature": "age", "rank": 2}])"));
  EXPECT_EQ(point["populations"][0]["name"], "north");
  EXPECT_EQ(point["populations"][0]["risk"], 0.25);
  EXPECT_EQ(point["populations"][0]["rows"], 1200);
  EXPECT_EQ(parsed["options"]["budgets"], "1,2,4");
}

TEST(CurveJson, TheKneeIsABudgetAndNotAPlaceInTheList) {
  CurveResult result = made_up::curve_with_worth();
  result.knee = 2;
  EXPECT_EQ(json_of_curve(result)["knee"], json::parse(R"({"budget": 4})"));
  EXPECT_TRUE(json_of_curve(made_up::curve())["knee"].is_null());
}

TEST(CurveJson, WhatNothingCanReplaceHasNoLossOfAReplacement) {
  const json worth = json_of_curve(made_up::curve_with_worth())["worth"];
  ASSERT_EQ(worth.size(), 2U);
  EXPECT_EQ(worth[0]["feature"], "bmi");
  EXPECT_EQ(worth[0]["instead"], json({"age", "glucose"}));
  EXPECT_EQ(worth[0]["loss_instead"], 0.05);
  EXPECT_EQ(worth[1]["loss"], -0.001);
  EXPECT_EQ(worth[1]["instead"], json::array());
  EXPECT_TRUE(worth[1]["loss_instead"].is_null());
  EXPECT_TRUE(worth[1]["loss_instead_se"].is_null());
}

TEST(CurveJson, ThePriceHasTheRiskOfEverySetInEveryPopulation) {
  const json price = json_of_curve(made_up::curve_with_price())["price"];
  ASSERT_EQ(price.size(), 2U);
  EXPECT_EQ(price[1]["set"], "pooled");
  EXPECT_EQ(price[1]["features"], json({"glucose"}));
  EXPECT_EQ(price[1]["populations"][1],
            json::parse(R"({"name": "south", "risk": 0.9, "risk_se": null})"));
  EXPECT_EQ(json_of_curve(made_up::curve())["price"], json::array());
}

TEST(CurveJson, WhereNothingWasScoredNoPopulationIsTheWorst) {
  CurveResult result = made_up::curve();
  result.interrupted = true;
  result.points[0].populations = made_up::unscored();
  const json parsed = json_of_curve(result);
  EXPECT_EQ(parsed["interrupted"], true);
  EXPECT_EQ(parsed["points"][0]["worst"],
            json::parse(R"({"population": null, "risk": null, "risk_se": null})"));
  EXPECT_EQ(parsed["points"][1]["worst"]["population"], "south");
}

TEST(CurveJson, WhatIsSpentStandsUnderTheNameOfTheResource) {
  CurveResult result = made_up::curve();
  result.points[1].selection.spending = made_up::with_costs().selection.spending;
  EXPECT_EQ(json_of_curve(result)["points"][1]["spent"],
            json::parse(R"({"minutes": 5.5, "money": 45.0})"));
  EXPECT_EQ(json_of_curve(result)["points"][0]["spent"], json::object());
}

TEST(CurveChart, HasABandOfOneStandardErrorAroundEveryRisk) {
  const json chart = json::parse(curve_chart(made_up::curve(), "Größe & \"more\""));
  EXPECT_EQ(chart["title"], "Größe & \"more\"");
  const json& values = chart["data"]["values"];
  ASSERT_EQ(values.size(), 6U);  // three budgets, two populations
  for (const auto& value : values) {
    const double risk = value["risk"], error = value["population"] == "south" ? 0.03 : 0.02;
    EXPECT_DOUBLE_EQ(value["low"], risk - error);
    EXPECT_DOUBLE_EQ(value["high"], risk + error);
  }
}

TEST(CurveChart, DrawsFieldsThatItsDataHave) {
  const json chart = json::parse(curve_chart(made_up::curve(), ""));
  for (const auto& layer : chart["layer"])
    for (const auto& [channel, what] : layer["encoding"].items())
      EXPECT_TRUE(chart["data"]["values"][0].contains(what["field"])) << channel;
}

TEST(CurveRecord, IsFourFilesThatSayTheSame) {
  const TemporaryFolder folder;
  CurveOptions options;
  options.budgets = {1, 2, 4};
  const DescribeAll all = [&](OptionVisitor& v) { describe(options, v); };
  const std::string place = (folder / "out").string();
  prepare_record(place);
  write_curve(place, made_up::curve(), all, "a.csv");
  EXPECT_EQ(read_text(place + "/curve.json"), curve_json(made_up::curve(), all));
  EXPECT_EQ(read_text(place + "/curve.csv"), curve_csv(made_up::curve()));
  EXPECT_EQ(json::parse(read_text(place + "/chart.json"))["title"], "a.csv");
  CurveOptions again;
  apply_toml(
      place + "/options.toml", [&](OptionVisitor& v) { describe(again, v); },
      [](std::string_view) { return false; });
  EXPECT_EQ(again.budgets, options.budgets);
}

}  // namespace
}  // namespace drfs
