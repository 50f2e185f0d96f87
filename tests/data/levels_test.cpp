// The levels of a category: codes in order of first sight, the names that a source gives them, and
// the order by text.
#include "data/levels.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "data/dictionary.hpp"
#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using drfs::testing::texts_of;
using Strings = std::vector<std::string>;

TEST(NameLevels, ACodeIsCalledByItsLabelOrByItself) {
  EXPECT_EQ(name_levels({"1", "2", "9"}, {{"2", "female"}, {"1", "male"}}),
            (Strings{"male", "female", "9"}));
  EXPECT_EQ(name_levels({"b", "a"}, {}), (Strings{"b", "a"}));
  EXPECT_EQ(name_levels({}, {{"1", "male"}}), Strings{});
}

TEST(NameLevels, CodesThatShareANameCarryTheirCodes) {
  EXPECT_EQ(name_levels({"1", "2", "3"}, {{"1", "other"}, {"2", "other"}, {"3", "own"}}),
            (Strings{"other (1)", "other (2)", "own"}));
  // Also where the second code is not in use: another file of the survey may have it.
  EXPECT_EQ(name_levels({"1"}, {{"1", "other"}, {"2", "other"}}), Strings{"other (1)"});
  // A label may be what another code is without one.
  EXPECT_EQ(name_levels({"1", "2"}, {{"1", "2"}}), (Strings{"2 (1)", "2 (2)"}));
}

TEST(NameLevels, NoTwoCodesEverRunTogether) {
  // Names that are already of the form that telling apart gives.
  const std::vector<CodeLabel> labels = {{"1", "a"},     {"2", "a"},         {"3", "a (1)"},
                                         {"4", "a (2)"}, {"5", "a (1) (1)"}, {"6", "7"}};
  const Strings names = name_levels({"1", "2", "3", "4", "5", "6", "7"}, labels);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 7U);
}

TEST(NameLevels, DoNotDependOnTheOrderOfTheCodes) {
  const std::vector<CodeLabel> labels = {{"1", "x"}, {"2", "x"}, {"3", "x (1)"}};
  const Strings one = name_levels({"1", "2", "3", "4"}, labels);
  const Strings other = name_levels({"4", "3", "2", "1"}, {labels[2], labels[1], labels[0]});
  EXPECT_EQ(one, Strings(other.rbegin(), other.rend()));
}

TEST(SortLevels, OrdersTheLevelsAndLeavesEveryRowItsText) {
  Column column{"c", ColumnType::category, {}, {2, -1, 0, 3, 1, 2}, {"pear", "Zoe", "fig", "äh"}};
  const auto before = texts_of(column);
  sort_levels(column);
  EXPECT_EQ(column.levels, (Strings{"Zoe", "fig", "pear", "äh"}));  // by bytes, whatever the locale
  EXPECT_EQ(texts_of(column), before);
  EXPECT_EQ(column.codes[1], -1);
}

TEST(Dictionary, GivesCodesInOrderOfFirstSight) {
  Dictionary levels;
  EXPECT_EQ(levels.insert("b"), 0);
  EXPECT_EQ(levels.insert("a"), 1);
  EXPECT_EQ(levels.insert("b"), 0);
  EXPECT_EQ(levels.find("a"), 1);
  EXPECT_EQ(levels.find("c"), -1);
  EXPECT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels.levels(), (Strings{"b", "a"}));
}

TEST(Dictionary, WithoutALimitItIsAMap) {
  // Enough levels that the table is rehashed many times under the texts it points to.
  Dictionary levels;
  std::map<std::string, std::int32_t> expected;
  for (int i = 0; i < 20000; ++i) {
    const std::string text =
        std::to_string(i * 7919 % 6007) + std::string(i % 31 == 0 ? 0 : 20, 'x');
    const auto code = expected.emplace(text, static_cast<std::int32_t>(expected.size()));
    ASSERT_EQ(levels.insert(text), code.first->second);
  }
  EXPECT_EQ(levels.size(), expected.size());
  for (const auto& [text, code] : expected) EXPECT_EQ(levels.level(code), text);
}

TEST(Dictionary, GivesUpWithOneLevelTooManyAndStaysSo) {
  Dictionary levels;
  levels.reset(2);
  EXPECT_EQ(levels.insert("a"), 0);
  EXPECT_EQ(levels.insert("b"), 1);
  EXPECT_EQ(levels.insert("a"), 0);
  EXPECT_FALSE(levels.gave_up());
  EXPECT_EQ(levels.insert("c"), -1);
  EXPECT_TRUE(levels.gave_up());
  EXPECT_EQ(levels.size(), 0U);
  EXPECT_EQ(levels.insert("a"), -1);  // what it knew, it has forgotten
  levels.reset(0);
  EXPECT_FALSE(levels.gave_up());
  EXPECT_EQ(levels.insert("c"), 0);
}

TEST(Dictionary, MovesWithItsTexts) {
  // Dictionaries stand in vectors that grow; short texts would move if they lay in the object.
  std::vector<Dictionary> all(1);
  all[0].insert("a");
  all[0].insert("b");
  for (int i = 0; i < 100; ++i) all.emplace_back();
  EXPECT_EQ(all[0].levels(), (Strings{"a", "b"}));
  EXPECT_EQ(all[0].insert("b"), 1);
}

}  // namespace
}  // namespace drfs
