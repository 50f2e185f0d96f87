// What the outputs say of the aim.
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "drfs/report.hpp"

namespace drfs {
namespace {

using nlohmann::json;

RunResult made_result() {
  RunResult result;
  result.features = {{"age", 0, 1, {}}, {"bmi", 1, 1, {}}, {"sex", 2, 2, {"f", "m"}}};
  result.selection.selected = {{1, 0.25}};
  result.selection.relaxation.alpha = {3.0, 0.25, 9.0};
  result.populations = {{"north", 120, {0.3, 0.02}, {0.1, 0.01}},
                        {"south", 80, {0.4, 0.03}, {0.2, 0.01}}};
  result.aim = 0.35;
  return result;
}

RunResult with_regret() {
  RunResult result = made_result();
  result.selection.best_alone = {{{0}, 0.11}, {{1, 2}, 0.32}};
  result.populations[0].risk_best_alone = Risk{0.125, 0.02};
  result.populations[1].risk_best_alone = Risk{0.375, 0.02};
  result.aim = 0.175;
  return result;
}

RunOptions with_aim(AimName name) {
  RunOptions options;
  options.select.aim.aim = name;
  return options;
}

json json_of(const RunResult& result, RunOptions options) {
  return json::parse(
      selection_json(result, options, [&](OptionVisitor& v) { describe(options, v); }));
}

std::string html_of(const RunResult& result, RunOptions options) {
  return selection_html(result, options, [&](OptionVisitor& v) { describe(options, v); });
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(AimReport, TheWorstRiskNeedsNoFurtherLine) {
  const auto options = with_aim(AimName::worst);
  EXPECT_EQ(json_of(made_result(), options)["aim"],
            json::parse(R"({"name": "worst", "value": 0.35})"));
  EXPECT_FALSE(has(selection_text(made_result(), options), "Aim"));
}

TEST(AimReport, OtherAimsAreNamedWithTheirValue) {
  auto options = with_aim(AimName::cvar);
  options.select.aim.cvar_share = 0.5;
  EXPECT_EQ(json_of(made_result(), options)["aim"]["name"], "cvar");
  EXPECT_EQ(json_of(made_result(), options)["worst"]["population"], "south");
  const std::string line =
      "Aim (cvar): 0.350, the mean risk of the worst-served 50 % of the populations.";
  EXPECT_TRUE(has(selection_text(made_result(), options), line));
  EXPECT_TRUE(has(html_of(made_result(), options), line));
  options.select.aim = {.aim = AimName::mean, .population_weight = {{"north", 2}}};
  EXPECT_TRUE(has(selection_text(made_result(), options), "of the populations by their weights."));
}

TEST(AimReport, AProgramsOwnIsNamedAsSuch) {
  const auto options = with_aim(AimName::own);
  EXPECT_EQ(json_of(made_result(), options)["aim"]["name"], "own");
  EXPECT_TRUE(has(selection_text(made_result(), options), "Aim (own): 0.350, the program's own."));
}

TEST(AimReport, TheRegretComesWithEachPopulationsBestAlone) {
  const auto options = with_aim(AimName::regret);
  const json result = json_of(with_regret(), options);
  EXPECT_EQ(result["populations"][1]["own_best"],
            json::parse(R"({"features": ["bmi", "sex"], "risk": 0.32, "risk_held_out": 0.375})"));
  EXPECT_EQ(result["populations"][1]["risk"], 0.4);
  EXPECT_TRUE(has(selection_text(with_regret(), options), "own: north, 0.125 with age."));
}

TEST(AimReport, ThereIsNoRegretWithoutBestAloneSets) {
  RunResult result = made_result();
  result.aim = std::numeric_limits<double>::quiet_NaN();
  const auto options = with_aim(AimName::regret);
  EXPECT_TRUE(json_of(result, options)["aim"]["value"].is_null());
  EXPECT_FALSE(json_of(result, options)["populations"][0].contains("own_best"));
  EXPECT_TRUE(has(selection_text(result, options), "looks for no such sets"));
}

}  // namespace
}  // namespace drfs
