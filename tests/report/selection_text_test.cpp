// The result for a person at a terminal: which columns, lines and sentences there are, and that
// columns stand under their headings.
#include <gtest/gtest.h>

#include <array>

#include "report/figures.hpp"
#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using made_up::has;
using made_up::line_with;

std::string text_of(const RunResult& result) {
  return selection_text(result, made_up::options());
}

/// The column of the screen in which the part begins.
std::size_t screen_column(const std::string& line, const std::string& part) {
  EXPECT_TRUE(has(line, part)) << "'" << part << "' is not in: " << line;
  return width(line.substr(0, line.find(part)));
}

TEST(SelectionText, EveryColumnStandsUnderItsHeading) {
  RunResult result = made_up::resampled(made_up::with_costs(made_up::searched()));
  result.features[1].name = "Größe der Körperoberfläche (m²)";
  result.features[0].label = "age at the interview";
  const std::string text = text_of(result);
  const std::string head = line_with(text, "rank"), first = line_with(text, "Größe"),
                    second = line_with(text, "age at");
  for (const auto& [heading, one, other] : std::vector<std::array<std::string, 3>>{
           {"feature", "Größe", "age"},
           {"without it", "+0.250 ± 0.031", "+0.001 ± 0.002"},
           {"noise", "0.25  ", "3  "},
           {"cost", "2.5 + 40", "1 + 0"},
           {"chosen in", "20 of 20 resamples", "15 of 20 resamples"}}) {
    EXPECT_EQ(screen_column(first, one), screen_column(head, heading)) << text;
    EXPECT_EQ(screen_column(second, other), screen_column(head, heading)) << text;
  }
  EXPECT_EQ(screen_column(second, "age at the"), screen_column(head, "label")) << text;
}

TEST(SelectionText, PopulationsStandUnderTheirHeadingsWithTheWorstMarked) {
  RunResult result = made_up::relaxed();
  result.populations[0].name = "Île-de-France and all that lies around it";
  const std::string text = text_of(result);
  const std::string head = line_with(text, "risk with all"), north = line_with(text, "Île"),
                    south = line_with(text, "south");
  EXPECT_EQ(screen_column(north, "0.300"), screen_column(head, "risk ")) << text;
  EXPECT_EQ(screen_column(south, "0.400"), screen_column(head, "risk ")) << text;
  EXPECT_EQ(screen_column(north, "0.100"), screen_column(head, "risk with")) << text;
  EXPECT_EQ(screen_column(north, "1,200") + 5, screen_column(head, "rows") + 4) << "right-aligned";
  EXPECT_TRUE(south.ends_with("  worst")) << south;
  EXPECT_FALSE(has(north, "worst"));
}

TEST(SelectionText, NoLineEndsInASpace) {
  for (const auto& result : {made_up::by_a_baseline(), made_up::searched(), made_up::with_costs(),
                             made_up::resampled(), made_up::interrupted(), made_up::of_noise()})
    for (const auto& line : made_up::lines_of(text_of(result)))
      EXPECT_FALSE(line.ends_with(' ')) << "'" << line << "'";
}

TEST(SelectionText, ColumnsThatDoNotApplyAreLeftOut) {
  const std::string head = line_with(text_of(made_up::by_a_baseline()), "rank");
  EXPECT_EQ(head, "  rank  feature");
  EXPECT_TRUE(has(line_with(text_of(made_up::relaxed()), "rank"), "noise"));
  EXPECT_FALSE(has(line_with(text_of(made_up::relaxed()), "rank"), "without it"));
  EXPECT_FALSE(has(line_with(text_of(made_up::relaxed()), "rank"), "cost"));
}

TEST(SelectionText, ASinglePopulationAndFeatureAreNotSeveral) {
  RunResult result = made_up::by_a_baseline();
  result.features.resize(1);
  result.selection.selected = {{.feature = 0}};
  result.populations = {made_up::population("all", 1, {0.3, 0.02}, {0.1, 0.01})};
  const std::string text = text_of(result);
  EXPECT_TRUE(text.starts_with("1 of 1 feature for 1 population, 1 row (method auto")) << text;
  EXPECT_TRUE(line_with(text, "  all").ends_with("worst")) << "the only one is the worst";
}

TEST(SelectionText, SaysWhatIsSpentOfEachResourceAndOnWhatSetUp) {
  EXPECT_TRUE(
      has(text_of(made_up::with_costs()), "\nminutes: 5.5 of 8; money: 45 (with blood draw)\n"));
  RunResult result = made_up::relaxed();
  result.selection.spending = {{.resource = "cost", .limit = std::nullopt, .spent = 2}};
  for (auto& chosen : result.selection.selected) chosen.cost = {1};
  EXPECT_FALSE(has(text_of(result), "cost")) << "that a feature costs 1 is nothing to say";
  result.selection.spending[0].limit = 2;
  EXPECT_TRUE(has(text_of(result), "\ncost: 2 of 2\n")) << "unless there is a budget of it";
}

TEST(SelectionText, AnInterruptedRunSaysSoAndHasNoFigures) {
  const std::string text = text_of(made_up::interrupted());
  EXPECT_TRUE(text.ends_with(
      "\nInterrupted: this is the best choice so far, and it has not been scored.\n"));
  EXPECT_TRUE(has(text, "bmi"));
  for (const char* part : {"Risk:", "Time:", "nan", "worst"}) EXPECT_FALSE(has(text, part)) << part;
}

TEST(SelectionText, TheTimeIsThatOfTheMethodsOwnStages) {
  RunResult result = made_up::relaxed();
  result.load_seconds = 1;
  result.evaluate_seconds = 2;
  result.selection.means_seconds = 3;
  result.selection.relax_seconds = 4;
  result.selection.refine_seconds = 5;
  result.selection.choose_seconds = 12.04;
  result.total_seconds = 15.06;
  EXPECT_EQ(line_with(text_of(result), "Time"),
            "Time: 15.1 s (read 1.0, means 3.0, relaxation 4.0, search 5.0, scoring 2.0)");
  result.selection.relaxation = {};
  EXPECT_EQ(line_with(text_of(result), "Time"),
            "Time: 15.1 s (read 1.0, choice 12.0, scoring 2.0)");
  result = made_up::resampled(result);
  result.bootstrap_seconds = 60;
  EXPECT_TRUE(line_with(text_of(result), "Time").ends_with("scoring 2.0, resamples 60.0)"));
}

TEST(SelectionText, NamesEveryFeatureThatIsNotShownToHelp) {
  RunResult result = made_up::searched();
  EXPECT_TRUE(has(text_of(result), "Not shown to help: age. Without it no"));
  EXPECT_TRUE(has(text_of(result), "room: glucose, smoker. With them no population"));
  EXPECT_TRUE(has(text_of(result), "--fill takes them."));
  result.selection.selected[0].loss_without = result.selection.selected[1].loss_without;
  EXPECT_TRUE(has(text_of(result), "Not shown to help: bmi, age. Without any one of them no"));
}

TEST(SelectionText, NothingIsSaidTwiceWhereNothingHelps) {
  const std::string text = text_of(made_up::of_noise());
  EXPECT_FALSE(has(text, "Not shown to help"));
  EXPECT_FALSE(has(text, "Left out, though"));
}

TEST(SelectionText, TheRegretNamesThePopulationThatLosesMostAndNotTheWorst) {
  RunOptions options = made_up::options();
  options.select.aim.aim = AimName::regret;
  RunResult result = made_up::with_regret();
  EXPECT_TRUE(has(selection_text(result, options),
                  "Aim (regret): 0.250, the most that a population loses against a set of its own: "
                  "south, 0.150 with bmi, glucose."));
  result.populations[0].risk = {0.39, 0.02};
  result.populations[0].risk_best_alone = Risk{0.1, 0.01};  // loses 0.29, the south 0.25
  EXPECT_TRUE(has(selection_text(result, options), "own: north, 0.100 with age."));
}

TEST(SelectionText, RisksThatWereAskedForAreRepeated) {
  RunOptions options = made_up::options();
  options.select.aim.max_risk = {{"", 0.3}, {"south", 0.5}};
  EXPECT_TRUE(has(selection_text(made_up::relaxed(), options), "--max-risk 0.3,south=0.5, by"));
  EXPECT_FALSE(has(selection_text(made_up::interrupted(), options), "--max-risk"));
}

}  // namespace
}  // namespace drfs
