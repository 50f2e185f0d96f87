// How numbers and names are written for people.
#include "report/figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/made_up_results.hpp"

namespace drfs {
namespace {

using made_up::kNaN;

TEST(Width, CountsCharactersAndNotTheirBytes) {
  EXPECT_EQ(width(""), 0U);
  EXPECT_EQ(width("age"), 3U);
  EXPECT_EQ(width("Größe"), 5U);
  EXPECT_EQ(width("± –…"), 4U);
  EXPECT_EQ(width("日本"), 2U);
}

TEST(Padded, EndsWhereItIsToldWhateverTheScript) {
  for (const char* text : {"", "age", "Größe", "日本"}) {
    const std::string out = padded(text, 8);
    EXPECT_EQ(width(out), 8U) << text;
    EXPECT_TRUE(out.starts_with(text)) << text;
  }
}

TEST(Padded, ATextThatIsTooLongStaysWhole) {
  EXPECT_EQ(padded("glucose", 3), "glucose");
}

TEST(Shortened, KeepsWhatFitsAndMarksWhatDoesNot) {
  EXPECT_EQ(shortened("glucose", 7), "glucose");
  EXPECT_EQ(shortened("glucose", 6), "gluco…");
  EXPECT_EQ(shortened("glucose", 1), "…");
}

/// Whether no character has been cut in two: every first byte has the bytes that it announces.
bool has_whole_characters(std::string_view text) {
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text[0]);
    const std::size_t size = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    if ((byte & 0xC0U) == 0x80U || text.size() < size) return false;
    for (std::size_t i = 1; i < size; ++i)
      if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) return false;
    text.remove_prefix(size);
  }
  return true;
}

TEST(Shortened, NeverCutsACharacterInTwo) {
  const std::string text = "aß日🙂é–z";
  for (std::size_t columns = 1; columns <= 8; ++columns) {
    const std::string out = shortened(text, columns);
    EXPECT_TRUE(has_whole_characters(out)) << columns;
    EXPECT_EQ(width(out), std::min<std::size_t>(columns, 7)) << columns;
  }
}

TEST(Thousands, AreSetOffByCommas) {
  for (const auto& [value, text] : std::vector<std::pair<std::size_t, std::string>>{
           {0, "0"}, {999, "999"}, {1000, "1,000"}, {123456, "123,456"}, {1234567, "1,234,567"}})
    EXPECT_EQ(thousands(value), text);
}

TEST(Thousands, WithoutTheCommasAreTheNumber) {
  for (std::size_t value = 1; value < 1'000'000'000'000; value = value * 7 + 3) {
    std::string text = thousands(value);
    std::erase(text, ',');
    EXPECT_EQ(std::stoull(text), value);
  }
}

TEST(Counted, OneThingIsNotSeveral) {
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(1001, "row"), "1,001 rows");
}

TEST(RiskText, HasADashForWhatIsNotKnown) {
  EXPECT_EQ(risk_text({0.28449, 0.0236}), "0.284 ± 0.024");
  EXPECT_EQ(risk_text({0.28449, kNaN}), "0.284 ± –");
  EXPECT_EQ(risk_text({kNaN, 0.1}), "–");
  EXPECT_EQ(risk_text({1, 0}), "1.000 ± 0.000");
}

TEST(RiskMeaning, SaysWhatItIsAShareOfAndOfWhichRows) {
  EXPECT_EQ(risk_meaning(Task::regression, Figures::held_out),
            "share of the variance left unexplained on held-out rows");
  for (const Task task : {Task::binary, Task::multiclass}) {
    const std::string text = risk_meaning(task, Figures::cross_fitted);
    EXPECT_TRUE(made_up::has(text, "log loss")) << text;
    EXPECT_TRUE(made_up::has(text, "cross-fitted")) << text;
  }
}

TEST(NotScored, SaysWhy) {
  EXPECT_TRUE(made_up::has(not_scored_sentence(made_up::interrupted()), "Interrupted"));
  RunResult unscored = made_up::searched();
  EXPECT_TRUE(unscored.scored());
  unscored.figures = Figures::none;
  EXPECT_FALSE(unscored.scored());
  EXPECT_TRUE(made_up::has(not_scored_sentence(unscored), "--selection-share 1"));
  unscored.nothing_helps = true;
  EXPECT_FALSE(made_up::has(nothing_helps_text(unscored), "risk")) << "there is none to quote";
}

TEST(Listed, KeepsTheOrderItIsGiven) {
  const auto features = made_up::features();
  EXPECT_EQ(listed({2, 0}, features), "glucose, age");
  EXPECT_EQ(listed({}, features), "");
  EXPECT_EQ(feature_names({3, 3}, features), (std::vector<std::string>{"smoker", "smoker"}));
}

TEST(ValueLabels, AreNumbersAsPeopleWriteThem) {
  Feature feature = made_up::number("q1", 0);
  EXPECT_EQ(value_labels_text(feature), "");
  feature.value_labels = {{1, "disagree"}, {2.5, "in between"}, {-9, "no answer"}};
  EXPECT_EQ(value_labels_text(feature), "1 = disagree, 2.5 = in between, -9 = no answer");
}

/// What a browser would show.
std::string unescaped(std::string text) {
  for (const auto& [entity, character] : std::vector<std::pair<std::string, std::string>>{
           {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}})  // & last
    for (auto at = text.find(entity); at != std::string::npos; at = text.find(entity, at + 1))
      text.replace(at, entity.size(), character);
  return text;
}

TEST(EscapedHtml, HasNoMarkupLeftAndIsShownAsItWas) {
  for (auto text : made_up::odd_names()) {
    text += " &lt; <\"&\">";
    const std::string out = escaped_html(text);
    EXPECT_EQ(out.find_first_of("<>\""), std::string::npos) << out;
    EXPECT_EQ(unescaped(out), text);
  }
}

}  // namespace
}  // namespace drfs
