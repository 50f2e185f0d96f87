// Rows to populations and the target of rows that are in one.
#include "data/prepare/grouping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "data/prepare/target.hpp"
#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;
using Codes = std::vector<std::int32_t>;

DatasetOptions options_of(int min_rows, bool pool = false) {
  DatasetOptions options;
  options.target = "y";
  options.population = {"p", "q"};
  options.min_rows = min_rows;
  options.pool_small = pool;
  return options;
}

/// The name of each row's group, "·" where it has none.
Strings names_of_rows(const Grouping& groups) {
  return texts_of({"", ColumnType::category, {}, groups.group_of_row, groups.names});
}

TEST(GroupRows, CrossesWhatTheRowsHold) {
  Table table;
  table.columns = {{"p", ColumnType::category, {}, {}, {"b", "a", "c"}},
                   {"x", ColumnType::number, {}, {}, {}},
                   {"q", ColumnType::number, {}, {}, {}}};
  Strings expected;
  for (int row = 0; row < 60; ++row) {
    const std::int32_t code = row * 7 % 4 - 1;
    const float number = row % 9 == 4 ? kMissing : static_cast<float>(row % 2);
    table.columns[0].codes.push_back(code);
    table.columns[2].numbers.push_back(number);
    expected.push_back(code < 0 || std::isnan(number)
                           ? "·"
                           : table.columns[0].levels[code] + " × " + (row % 2 == 0 ? "0" : "1"));
  }
  table.rows = 60;
  Grouping groups = group_rows(table, {0, 2});
  EXPECT_EQ(names_of_rows(groups), expected);
  settle_groups(groups, "t.csv", options_of(1), {});
  EXPECT_EQ(names_of_rows(groups), expected);
  EXPECT_TRUE(std::ranges::is_sorted(groups.names));
  std::map<std::string, std::size_t> counts;
  for (const auto& name : expected) ++counts[name];
  for (std::size_t g = 0; g < groups.names.size(); ++g)
    EXPECT_EQ(groups.sizes()[g], counts.at(groups.names[g]));
}

TEST(SettleGroups, NamesWithoutRowsGoAndOneNameIsOnePopulation) {
  Grouping groups{{"z", "none", "a × b", "a × b"}, {0, 2, 3, -1, 3}};
  settle_groups(groups, "t.csv", options_of(1), {});
  EXPECT_EQ(groups.names, (Strings{"a × b", "z"}));
  EXPECT_EQ(groups.group_of_row, (Codes{1, 0, 0, -1, 0}));
}

TEST(SettleGroups, SmallOnesArePooledWithThoseCalledOther) {
  Grouping groups{{"big", "other", "s1", "s2"}, {0, 0, 0, 1, 2, 3, 3, -1}};
  Logged log;
  settle_groups(groups, "t.csv", options_of(3, true), log.context);
  EXPECT_EQ(names_of_rows(groups),
            (Strings{"big", "big", "big", "other", "other", "other", "other", "·"}));
  EXPECT_NE(log.text.find("3 populations below 3 rows are pooled"), std::string::npos) << log.text;
}

TEST(SettleGroups, WhatIsTooSmallIsNamedWithItsRows) {
  Grouping groups{{"big", "s1", "s2"}, {0, 0, 0, 0, 1, 2, 2}};
  expect_error(ErrorCode::data,
               {"t.csv, population 'p × q'", "fewer than 3 rows", "'s1' (1 rows), 's2' (2 rows)",
                "--pool-small"},
               [=]() mutable { settle_groups(groups, "t.csv", options_of(3), {}); });
  expect_error(ErrorCode::data, {"'other' (3 rows)"},  // pooled, it still is too small
               [=]() mutable { settle_groups(groups, "t.csv", options_of(4, true), {}); });
  Grouping nobody{{"a"}, {-1, -1}};
  expect_error(ErrorCode::data, {"no row with both", "'y' and 'p × q'"},
               [&] { settle_groups(nobody, "t.csv", options_of(1), {}); });
}

TEST(SettleGroups, VeryManyLookLikeAMistakenColumn) {
  Grouping groups;
  for (int i = 0; i < 300; ++i) {
    groups.names.push_back("id" + std::to_string(i));
    groups.group_of_row.push_back(i);
  }
  expect_error(ErrorCode::data, {"has 300 populations, 300 of them", "(300 in all)", "identifier"},
               [&] { settle_groups(groups, "t.csv", options_of(2), {}); });
}

const Grouping kTwoOfThree{{"a", "b"}, {0, -1, 1, 0, 1}};

TEST(ReadTarget, RowsOutsideEveryGroupDoNotCount) {
  // The second row alone has a third value, which is not even finite.
  Column column{"y", ColumnType::number, {5, INFINITY, -0.0F, 5, 0}, {}, {}};
  const Target target = read_target(column, kTwoOfThree, "t.csv", Task::automatic);
  EXPECT_EQ(target.task, Task::binary);
  EXPECT_EQ(target.levels, (Strings{"0", "5"}));
  for (const std::size_t row : {0, 3}) EXPECT_EQ(target.y[row], 1);
  for (const std::size_t row : {2, 4}) EXPECT_EQ(target.y[row], 0);
  column = {"y", ColumnType::number, {5, 1, -INFINITY, 5, 0}, {}, {}};
  expect_error(ErrorCode::data, {"t.csv, target 'y'", "'-inf' is not finite", "--missing"},
               [&] { read_target(column, kTwoOfThree, "t.csv", Task::automatic); });
}

TEST(ReadTarget, ClassesAreTheUsedTextsInTheirOrder) {
  Column column{"y", ColumnType::category, {}, {3, 1, 0, -1, 2}, {"no", "unused", "maybe", "yes"}};
  const Target target = read_target(column, kTwoOfThree, "t.csv", Task::automatic);
  EXPECT_EQ(target.task, Task::multiclass);
  EXPECT_EQ(target.levels, (Strings{"maybe", "no", "yes"}));
  EXPECT_TRUE(same_bits(target.y, {2, kMissing, 1, kMissing, 0}));
}

TEST(ReadTarget, AHundredClassesAreTheMost) {
  for (const int classes : {100, 101}) {
    Column column{"y", ColumnType::number, {}, {}, {}};
    Grouping groups{{"a"}, {}};
    for (int i = 0; i < classes; ++i) column.numbers.push_back(static_cast<float>(i));
    groups.group_of_row.assign(column.numbers.size(), 0);
    if (classes == 100)
      EXPECT_EQ(read_target(column, groups, "t.csv", Task::multiclass).levels.size(), 100U);
    else
      expect_error(ErrorCode::data, {"has 101 distinct values", "100 at most", "--task regression"},
                   [&] { read_target(column, groups, "t.csv", Task::multiclass); });
  }
}

}  // namespace
}  // namespace drfs
