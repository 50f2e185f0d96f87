// What the JSON of a run says of budgets, costs, groups, searches and missing numbers.
#include <gtest/gtest.h>

#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using made_up::json_of;
using nlohmann::json;

struct BudgetCase {
  std::string name;
  int budget;                         ///< --budget
  std::vector<NamedAmount> max_risk;  ///< --max-risk
  std::vector<Price> prices;          ///< --cost
  std::optional<double> limit;        ///< of the resource
  std::string expected;               ///< the JSON
};

void PrintTo(const BudgetCase& c, std::ostream* out) {
  *out << c.name;
}

class BudgetOfTheRecord : public ::testing::TestWithParam<BudgetCase> {};

TEST_P(BudgetOfTheRecord, IsWhatWasAskedForOrFoundToBeEnough) {
  const BudgetCase& c = GetParam();
  RunOptions options = made_up::options();
  options.select.budget = c.budget;
  options.select.aim.max_risk = c.max_risk;
  options.select.rules.prices = c.prices;
  RunResult result = made_up::relaxed();  // two features
  result.selection.spending = {{.resource = "cost", .limit = c.limit, .spent = 2}};
  EXPECT_EQ(json_of(result, options)["budget"], json::parse(c.expected));
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BudgetOfTheRecord,
    ::testing::Values(
        BudgetCase{"a budget of features is one of cost where each costs 1",
                   3,
                   {},
                   {},
                   {},
                   R"({"features": 3, "cost": 3.0, "spent": 2.0})"},
        BudgetCase{"unless costs were given",
                   3,
                   {},
                   {{"age", {{"cost", 2}}}},
                   {},
                   R"({"features": 3, "cost": null, "spent": 2.0})"},
        BudgetCase{"a budget of cost alone",
                   0,
                   {},
                   {{"age", {{"cost", 2}}}},
                   7.5,
                   R"({"features": null, "cost": 7.5, "spent": 2.0})"},
        BudgetCase{"both",
                   3,
                   {},
                   {{"age", {{"cost", 2}}}},
                   7.5,
                   R"({"features": 3, "cost": 7.5, "spent": 2.0})"},
        BudgetCase{"a risk to reach finds the number of features",
                   0,
                   {{"", 0.3}},
                   {},
                   {},
                   R"({"features": 2, "cost": 2.0, "spent": 2.0})"},
        BudgetCase{"neither", 0, {}, {}, {}, R"({"features": null, "cost": null, "spent": 2.0})"}));

TEST(SelectionRecord, SeveralResourcesAreListedWithWhatIsSpentOfEach) {
  const json parsed = json_of(made_up::with_costs());
  EXPECT_EQ(parsed["budget"]["resources"],
            json::parse(R"([{"resource": "minutes", "limit": 8.0, "spent": 5.5},
                            {"resource": "money", "limit": null, "spent": 45.0}])"));
  EXPECT_EQ(parsed["budget"]["set_ups"], json({"blood draw"}));
  EXPECT_EQ(parsed["selected"][0]["cost"], 2.5);
  EXPECT_EQ(parsed["selected"][0]["money"], 40);
}

TEST(SelectionRecord, AResourceNeverTakesThePlaceOfAnotherField) {
  RunResult result = made_up::with_costs();
  result.selection.spending[1].resource = "rank";
  const json chosen = json_of(result)["selected"][0];
  EXPECT_EQ(chosen["rank"], 1);
  EXPECT_EQ(chosen["cost_rank"], 40);
}

TEST(SelectionRecord, AGroupNamesItsColumns) {
  RunResult result = made_up::relaxed();
  result.features[1].parts = {made_up::number("weight", 1), made_up::number("height", 2)};
  const json selected = json_of(result)["selected"];
  EXPECT_EQ(selected[0]["columns"], json({"weight", "height"}));
  EXPECT_FALSE(selected[1].contains("columns"));
}

TEST(SelectionRecord, RanksCountFromOneInTheOrderOfTheChoice) {
  const json selected = json_of(made_up::by_a_baseline())["selected"];
  ASSERT_EQ(selected.size(), 2U);
  EXPECT_EQ(selected[0]["feature"], "bmi");
  EXPECT_EQ(selected[0]["rank"], 1);
  EXPECT_EQ(selected[1]["feature"], "age");
  EXPECT_EQ(selected[1]["rank"], 2);
}

TEST(SelectionRecord, TheSearchIsThereWithItsRisksAndNames) {
  const json search = json_of(made_up::searched())["refinement"];
  EXPECT_EQ(search["start_worst"], 0.5);
  EXPECT_EQ(search["worst"], 0.375);
  EXPECT_EQ(search["start_aim"], 0.625);
  EXPECT_EQ(search["aim"], 0.376);
  EXPECT_EQ(search["risks"], json({0.25, 0.375}));
  EXPECT_EQ(search["sets_tried"], 17);
  EXPECT_EQ(search["not_needed"], json({"glucose", "smoker"}));
  EXPECT_EQ(search["not_helped"], json({"south"}));
  EXPECT_FALSE(json_of(made_up::relaxed()).contains("refinement"));
}

TEST(SelectionRecord, EveryCandidateHasItsNoise) {
  const json parsed = json_of(made_up::relaxed());
  EXPECT_EQ(parsed["noise"],
            json::parse(R"({"age": 3.0, "bmi": 0.25, "glucose": 9.0, "smoker": 8.0})"));
  EXPECT_EQ(parsed["selected"][0]["noise"], parsed["noise"]["bmi"]);
}

TEST(SelectionRecord, TheRelaxationSaysWhereItCameToRestAndWhy) {
  RunResult result = made_up::relaxed();
  auto& relaxation = result.selection.relaxation;
  relaxation.minimum.steps = 40;
  relaxation.minimum.step = 30;
  relaxation.minimum.value = 0.5;
  relaxation.path = {{.lambda = 0.25, .kept = 3, .alpha = {}},
                     {.lambda = 0.5, .kept = 2, .alpha = {}}};
  for (const auto& [reason, name, by_name] : kStopReasonNames) {
    relaxation.minimum.reason = reason;
    EXPECT_EQ(json_of(result)["relaxation"]["ended"], name);
  }
  const json parsed = json_of(result)["relaxation"];
  EXPECT_EQ(parsed["steps"], 40);
  EXPECT_EQ(parsed["best_step"], 30);
  EXPECT_EQ(parsed["path"], json::parse(R"([{"lambda": 0.25, "kept": 3},
                                            {"lambda": 0.5, "kept": 2}])"));
}

TEST(SelectionRecord, NumbersThatAreNoneAreNull) {
  RunResult result = made_up::relaxed();
  result.populations[0].risk.standard_error = made_up::kNaN;
  result.selection.relaxation.minimum.value = std::numeric_limits<double>::infinity();
  result.aim = made_up::kNaN;
  const json parsed = json_of(result);
  EXPECT_TRUE(parsed["populations"][0]["risk_se"].is_null());
  EXPECT_EQ(parsed["populations"][0]["risk"], 0.3);
  EXPECT_TRUE(parsed["relaxation"]["objective"].is_null());
  EXPECT_TRUE(parsed["aim"]["value"].is_null());
}

TEST(SelectionRecord, WhatTheDataLackedIsCounted) {
  RunResult result = made_up::relaxed();
  result.rows_without_target = 3;
  result.rows_without_population = 4;
  result.rows_without_weight = 5;
  EXPECT_EQ(json_of(result)["rows_dropped"], json::parse(R"({"without_target": 3,
            "without_population": 4, "without_weight": 5})"));
  const std::string page = made_up::page_of(result);
  for (const char* item : {"<li>3 rows without a target</li>", "<li>4 rows without a population<",
                           "<li>5 rows without a weight above 0</li>"})
    EXPECT_TRUE(made_up::has(page, item)) << item;
}

TEST(SelectionRecord, NamesOfAllKindsComeBack) {
  RunResult result = made_up::relaxed();
  for (const auto& name : made_up::odd_names()) {
    result.features[1].name = name;
    result.populations[1].name = name;
    const json parsed = json_of(result);
    EXPECT_EQ(parsed["selected"][0]["feature"], name);
    EXPECT_EQ(parsed["worst"]["population"], name);
  }
}

TEST(SelectionRecord, ANameThatIsNotUtf8DoesNotCostTheRecord) {
  RunResult result = made_up::relaxed();
  result.features[1].name =
      "Gr\xF6\xDF"
      "e";
  EXPECT_EQ(json_of(result)["selected"][0]["feature"], "Gr\uFFFD\uFFFDe");
}

TEST(SelectionRecord, AnInterruptedBootstrapIsInterruptedButHasItsWorst) {
  RunResult result = made_up::resampled();
  EXPECT_EQ(json_of(result)["interrupted"], false);
  result.stability->asked = 21;
  EXPECT_EQ(json_of(result)["interrupted"], true);
  EXPECT_EQ(json_of(result)["worst"]["population"], "south");
}

}  // namespace
}  // namespace drfs
