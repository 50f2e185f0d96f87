// Tables one below the other, in memory: rows in their order, columns by name.
#include "data/append_tables.hpp"

#include <gtest/gtest.h>

#include "data/scratch_file.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;
using Numbers = std::vector<float>;

/// Of several files: what one lacks, another may have.
ColumnPlan of_parts(int max_levels = 0) {
  ColumnPlan plan;
  plan.of_a_part = true;
  plan.max_levels = max_levels;
  return plan;
}

Column numbers(const std::string& name, const Numbers& values) {
  return {name, ColumnType::number, values, {}, {}};
}

Column category(const std::string& name, const Strings& levels, std::vector<std::int32_t> codes) {
  return {name, ColumnType::category, {}, std::move(codes), levels};
}

Table table_of(std::size_t rows, std::vector<Column> columns) {
  Table table;
  table.rows = rows;
  table.columns = std::move(columns);
  return table;
}

TEST(AppendTables, ATableCutAnywhereIsItselfAgain) {
  const Table whole = read_text("n,c\n1,b\n2,a\n,c\n4,\n5,a\n");
  for (std::size_t cut = 0; cut <= whole.rows; ++cut) {
    std::vector<std::size_t> above, below;
    for (std::size_t row = 0; row < whole.rows; ++row) (row < cut ? above : below).push_back(row);
    Table joined = append_tables({keep_rows(whole, above), keep_rows(whole, below)}, of_parts());
    expect_same_table(joined, whole);
  }
}

TEST(AppendTables, AreMatchedByNameInTheOrderOfTheFirstThatHasThem) {
  const Table table = append_tables(
      {table_of(1, {numbers("b", {1}), numbers("a", {2})}),
       table_of(1, {numbers("a", {3}), numbers("c", {4})}), table_of(2, {numbers("b", {5, 6})})},
      of_parts());
  EXPECT_EQ(table.rows, 4U);
  EXPECT_EQ(table.names(), (Strings{"b", "a", "c"}));
  EXPECT_TRUE(same_bits(table.columns[0].numbers, {1, kMissing, 5, 6}));
  EXPECT_TRUE(same_bits(table.columns[1].numbers, {2, 3, kMissing, kMissing}));
  EXPECT_TRUE(same_bits(table.columns[2].numbers, {kMissing, 4, kMissing, kMissing}));
}

TEST(AppendTables, LevelsAreThoseOfAllSortedAndRowsKeepTheirTexts) {
  const Table table = append_tables({table_of(2, {category("c", {"z", "b"}, {0, 1})}),
                                     table_of(3, {category("c", {"b", "a"}, {1, -1, 0})}),
                                     // a column of gaps says nothing of its type
                                     table_of(1, {numbers("c", {kMissing})})},
                                    of_parts());
  EXPECT_EQ(table.columns[0].levels, (Strings{"a", "b", "z"}));
  EXPECT_EQ(texts_of(table.columns[0]), (Strings{"z", "b", "a", "·", "b", "·"}));
}

TEST(AppendTables, TheFirstThatSaysWhatAColumnIsAboutIsHeard) {
  Table first = table_of(1, {numbers("q", {1})}), second = first, third = first;
  second.columns[0].label = "How old?";
  second.columns[0].value_labels = {{1, "one"}};
  second.columns[0].rounded = true;
  third.columns[0].label = "Age";
  const Table table = append_tables({first, second, third}, of_parts());
  EXPECT_EQ(table.columns[0].label, "How old?");
  ASSERT_EQ(table.columns[0].value_labels.size(), 1U);
  EXPECT_TRUE(table.columns[0].rounded);
}

TEST(AppendTables, WhatAPartDidNotStoreIsStoredOfNone) {
  Table part = table_of(1, {numbers("x", {1})});
  part.too_many_levels = {"id"};
  part.left_out = {"u", "v"};
  Table other = table_of(1, {numbers("x", {2}), category("id", {"a"}, {0})});
  other.left_out = {"v", "w"};
  const Table table = append_tables({part, other}, of_parts());
  EXPECT_EQ(table.names(), Strings{"x"});
  EXPECT_EQ(table.too_many_levels, Strings{"id"});
  EXPECT_EQ(table.left_out, (Strings{"u", "v", "w"}));
}

TEST(AppendTables, LevelsOfAllPartsTogetherAreHeldAgainstTheLimit) {
  const std::vector<Table> parts = {table_of(2, {category("c", {"a", "b"}, {0, 1})}),
                                    table_of(2, {category("c", {"b", "c"}, {0, 1})})};
  EXPECT_EQ(append_tables(parts, of_parts(3)).names(), Strings{"c"});
  EXPECT_EQ(append_tables(parts, of_parts(2)).too_many_levels, Strings{"c"});
  auto target = of_parts(2);
  target.target = "c";
  EXPECT_EQ(append_tables(parts, target).names(), Strings{"c"});
}

TEST(HasValues, OneNumberIsEnoughAndACategoryAlwaysSpeaks) {
  EXPECT_TRUE(has_values(numbers("a", {kMissing, 0})));
  EXPECT_FALSE(has_values(numbers("a", {kMissing, kMissing})));
  EXPECT_FALSE(has_values(numbers("a", {})));
  EXPECT_TRUE(has_values(category("a", {}, {-1})));
}

TEST(KeepRows, GivesTheRowsListedInTheirOrderAsOftenAsListed) {
  const Table table = table_of(
      4, {numbers("n", {10, 11, 12, 13}), category("c", {"a", "b", "never"}, {0, 1, -1, 0})});
  const Table kept = keep_rows(table, std::vector<std::size_t>{3, 1, 1, 2});
  EXPECT_EQ(kept.rows, 4U);
  EXPECT_EQ(kept.columns[0].numbers, (Numbers{13, 11, 11, 12}));
  EXPECT_EQ(texts_of(kept.columns[1]), (Strings{"a", "b", "b", "·"}));
  EXPECT_EQ(kept.columns[1].levels, table.columns[1].levels);  // also those of no row
  const Table none = keep_rows(table, {});
  EXPECT_EQ(none.rows, 0U);
  EXPECT_EQ(none.names(), table.names());
  EXPECT_EQ(none.columns[0].number_count(), 0U);
}

}  // namespace
}  // namespace drfs
