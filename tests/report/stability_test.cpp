// What the outputs say of resamples, of sets that are nearly as good, and of pure noise.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "drfs/report.hpp"
#include "report/made_up_results.hpp"
#include "report/stability.hpp"

namespace drfs {
namespace {

using nlohmann::json;

RunResult made_result() {
  RunResult result;
  result.features = {{"age", 0, 1, {}}, {"bmi", 1, 1, {}}, {"<sex>", 2, 2, {"f", "m"}}};
  result.selection.selected = {{1, 0.25}};
  result.selection.relaxation.alpha = {3.0, 0.25, 9.0};
  result.populations = {{"north", 120, {0.3, 0.02}, {0.1, 0.01}},
                        {"south", 80, {0.4, 0.03}, {0.2, 0.01}}};
  return result;
}

RunResult resampled(int asked = 20) {
  RunResult result = made_result();
  result.stability = Stability{asked, 20, {0, 17, 3}, {{{1}, 17}, {{2}, 3}}};
  return result;
}

RunResult with_nearly_as_good(std::size_t count) {
  RunResult result = made_result();
  result.selection.refinement = Refinement{0.5, 0.281, 2, 9};
  result.selection.refinement->aim = 0.281;
  for (std::size_t i = 0; i < count; ++i)
    result.selection.refinement->nearly_as_good.push_back({{0, 2}, 0.286, 0.286});
  return result;
}

RunResult noise() {
  RunResult result = made_result();
  result.nothing_helps = true;
  result.populations = {{"north", 120, {1.3, 0.02}, {1.2, 0.01}},
                        {"south", 80, {1.02, 0.03}, {1.1, 0.04}}};
  return result;
}

json json_of(const RunResult& result) {
  RunOptions options;
  return json::parse(
      selection_json(result, options, [&](OptionVisitor& v) { describe(options, v); }));
}

std::string html_of(const RunResult& result) {
  RunOptions options;
  return selection_html(result, options, [&](OptionVisitor& v) { describe(options, v); });
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Stability, IsAbsentWhereNoResamplesWereAskedFor) {
  EXPECT_FALSE(json_of(made_result()).contains("stability"));
  EXPECT_FALSE(has(selection_text(made_result(), {}), "resample"));
  EXPECT_FALSE(has(html_of(made_result()), "resamples choose"));
}

TEST(Stability, JsonHasSharesAndSetsMostFrequentFirst) {
  const json stability = json_of(resampled())["stability"];
  EXPECT_EQ(stability["resamples"], 20);
  EXPECT_EQ(stability["asked"], 20);
  EXPECT_EQ(stability["features"], json::parse(R"([{"feature": "bmi", "chosen": 0.85},
                                                   {"feature": "<sex>", "chosen": 0.15}])"));
  EXPECT_EQ(stability["sets"], json::parse(R"([{"features": ["bmi"], "count": 17},
                                               {"features": ["<sex>"], "count": 3}])"));
}

TEST(Stability, JsonListsTenSetsAtMost) {
  RunResult result = resampled();
  result.stability->sets.assign(15, {{1}, 1});
  EXPECT_EQ(json_of(result)["stability"]["sets"].size(), 10U);
}

TEST(Stability, TextSaysHowOftenEachFeatureCameOut) {
  const std::string text = selection_text(resampled(), {});
  EXPECT_TRUE(has(text, "17 of 20 resamples")) << text;
  EXPECT_TRUE(has(text, "This very set was chosen in 17 of 20 resamples.")) << text;
  EXPECT_TRUE(has(text, "<sex> (3 of 20)")) << text;
  EXPECT_FALSE(has(text, "age")) << text;
}

TEST(Stability, HtmlHasABarForEachAndEscapesNames) {
  const std::string html = html_of(resampled());
  EXPECT_TRUE(has(html, "<td>bmi</td><td>17 of 20 resamples</td>")) << html;
  EXPECT_TRUE(has(html, "<td>&lt;sex&gt;</td><td>3 of 20 resamples</td>")) << html;
  EXPECT_FALSE(has(html, "<sex>"));
}

TEST(Stability, AnInterruptedRunSaysHowManyAreFinished) {
  const RunResult result = resampled(50);
  EXPECT_TRUE(json_of(result)["interrupted"]);
  EXPECT_EQ(json_of(result)["worst"]["population"], "south");
  const std::string sentence =
      "Interrupted: 20 resamples of the 50 that were asked for are finished.";
  EXPECT_TRUE(has(selection_text(result, {}), sentence)) << selection_text(result, {});
  EXPECT_TRUE(has(html_of(result), sentence));
}

TEST(Stability, WithNoResampleFinishedThereIsNothingToDivideBy) {
  RunResult result = made_result();
  result.stability = Stability{5, 0, {0, 0, 0}, {}};
  EXPECT_EQ(json_of(result)["stability"]["features"].size(), 0U);
  const std::string text = selection_text(result, {});
  EXPECT_TRUE(has(text, "0 resamples of the 5")) << text;
  EXPECT_FALSE(has(text, "very set")) << text;
  EXPECT_FALSE(has(html_of(result), "chosen in"));
}

TEST(NearlyAsGoodSets, AreInEveryOutput) {
  const RunResult result = with_nearly_as_good(2);
  EXPECT_EQ(json_of(result)["refinement"]["nearly_as_good"][1],
            json::parse(R"({"features": ["age", "<sex>"], "worst": 0.286, "aim": 0.286})"));
  const std::string text = selection_text(result, {});
  EXPECT_TRUE(has(text, "2 other sets cannot be told apart from this one, e.g. age, <sex> (0.286"))
      << text;
  EXPECT_TRUE(has(html_of(result), "<td>age, &lt;sex&gt;</td><td class=n>0.286</td>"));
}

TEST(NearlyAsGoodSets, TenMayBeMoreAndNoneIsNotWorthAWord) {
  EXPECT_TRUE(has(selection_text(with_nearly_as_good(10), {}), "10 other sets or more cannot"));
  EXPECT_TRUE(has(selection_text(with_nearly_as_good(1), {}), "1 other set cannot"));
  EXPECT_FALSE(has(selection_text(with_nearly_as_good(0), {}), "told apart"));
  EXPECT_FALSE(has(html_of(with_nearly_as_good(0)), "nearly as good"));
  EXPECT_EQ(json_of(with_nearly_as_good(0))["refinement"]["nearly_as_good"], json::array());
}

TEST(NothingHelps, IsSaidFirstAndTheListIsNoRecommendation) {
  const std::string text = selection_text(noise(), {});
  EXPECT_TRUE(text.starts_with("No feature helps: with the chosen features, and with all")) << text;
  EXPECT_TRUE(has(text, "(risk 1.020 ± 0.030 and 1.100 ± 0.040 in the best-served, south)"))
      << text;
  EXPECT_LT(text.find("not a recommendation"), text.find("bmi"));
  const std::string html = html_of(noise());
  EXPECT_TRUE(has(html, "<h1>No feature helps</h1>"));
  EXPECT_TRUE(has(html, "not a recommendation</h2>"));
  EXPECT_FALSE(has(html, "<h2>Chosen features</h2>"));
}

TEST(NothingHelps, IsAFlagInTheJsonAndTheChoiceStaysListed) {
  EXPECT_EQ(json_of(noise())["nothing_helps"], true);
  EXPECT_EQ(json_of(noise())["selected"].size(), 1U);
  EXPECT_EQ(json_of(made_result())["nothing_helps"], false);
  EXPECT_FALSE(has(selection_text(made_result(), {}), "No feature helps"));
  EXPECT_FALSE(has(html_of(made_result()), "No feature helps"));
}

TEST(NothingHelps, SaysThatAllWereAskedTogetherWhereTheyWere) {
  RunResult searched = noise();
  searched.selection.refinement = Refinement{};
  EXPECT_TRUE(has(selection_text(searched, {}), "Nor do the populations show anything together."));
  searched.selection.refinement.reset();
  EXPECT_FALSE(has(selection_text(searched, {}), "together"));
}

TEST(ChosenElsewhere, IsTheMostFrequentFirstAndTiesAreByTheFeaturesOrder) {
  RunResult result = made_up::resampled();
  EXPECT_EQ(chosen_elsewhere(result), (std::vector<std::size_t>{3, 2}));
  result.stability->chosen = {15, 20, 3, 3};
  EXPECT_EQ(chosen_elsewhere(result), (std::vector<std::size_t>{2, 3}));
  result.stability->chosen = {15, 20, 0, 3};
  EXPECT_EQ(chosen_elsewhere(result), std::vector<std::size_t>{3});
}

TEST(ChosenElsewhere, IsFiveFeaturesAtMost) {
  RunResult result = made_up::resampled();
  for (std::size_t i = 4; i < 12; ++i)
    result.features.push_back(made_up::number("x" + std::to_string(i), i));
  result.stability->chosen.assign(12, 1);
  EXPECT_EQ(chosen_elsewhere(result), (std::vector<std::size_t>{2, 3, 4, 5, 6}));
}

TEST(StabilityText, ASetThatNoResampleChoseWasChosenInNone) {
  RunResult result = made_up::resampled();
  result.stability->sets.erase(result.stability->sets.begin());
  EXPECT_TRUE(has(stability_text(result), "This very set was chosen in 0 of 20 resamples."));
}

TEST(StabilityText, OneResampleIsNotSeveral) {
  RunResult result = made_up::resampled();
  result.stability->resamples = 1;
  EXPECT_TRUE(has(stability_text(result),
                  "Interrupted: 1 resample of the 20 that were asked for is finished."));
}

}  // namespace
}  // namespace drfs
