// Columns that are one feature.
#include "data/prepare/column_groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using drfs::testing::expect_error;
using Strings = std::vector<std::string>;

/// Numbers a, z, m, q, a category c, two populations.
Table table_of(std::size_t rows = 60) {
  Table table;
  table.source = "t.csv";
  table.rows = rows;
  for (const char* name : {"z", "q", "a", "m", "y"})
    table.columns.push_back({name, ColumnType::number, {}, {}, {}});
  table.columns.push_back({"c", ColumnType::category, {}, {}, {"no", "yes", "maybe"}});
  table.columns.push_back({"p", ColumnType::category, {}, {}, {"north", "south"}});
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t d = 0; d < 5; ++d)
      table.columns[d].numbers.push_back(static_cast<float>((row * (2 * d + 3)) % 17));
    table.columns[5].codes.push_back(static_cast<std::int32_t>(row % 3));
    table.columns[6].codes.push_back(row % 2 == 0 ? 0 : 1);
  }
  return table;
}

DatasetOptions options_with(const Strings& groups) {
  DatasetOptions options;
  options.target = "y";
  options.population = {"p"};
  options.min_rows = 10;
  for (const auto& text : groups) options.group.push_back(parse_group(text));
  return options;
}

Dataset prepared(const DatasetOptions& options) {
  return prepare(table_of(), options, {}, 0, {});
}

TEST(ColumnGroups, AreOneFeatureWithTheColumnsOfAllParts) {
  const Dataset data = prepared(options_with({"n=z,c,a"}));
  ASSERT_EQ(data.features.size(), 3U);
  EXPECT_EQ(data.features[0].name, "m");
  EXPECT_EQ(data.features[1].name, "n");
  EXPECT_EQ(data.features[2].name, "q");
  const Feature& group = data.features[1];
  EXPECT_EQ(group.column_count, 5U);
  EXPECT_EQ(group.label, "a, c, z");
  ASSERT_EQ(group.parts.size(), 3U);
  EXPECT_EQ(group.parts[1].levels, (Strings{"maybe", "no", "yes"}));
  EXPECT_EQ(columns_of(data, std::vector<std::size_t>{1}),
            (std::vector<std::size_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(parts_of(data.features[0]).size(), 1U);
  EXPECT_EQ(parts_of(group).size(), 3U);
}

/// Of population north, sorted: grouping changes the order of the columns and, with it, of the
/// rows.
std::vector<float> values_of(const Dataset& data, const std::string& name) {
  for (const auto& feature : data.features)
    for (const auto& part : parts_of(feature)) {
      if (part.name != name) continue;
      const auto column = data.populations[0].x.column(part.first_column);
      std::vector<float> values(column.begin(), column.end());
      std::ranges::sort(values);
      return values;
    }
  return {};
}

TEST(ColumnGroups, HoldWhatTheirColumnsHold) {
  const auto made = [](const Strings& groups) {
    const auto options = options_with(groups);
    Dataset data = make_dataset(table_of(), options, {});
    group_features(data, options);
    return data;
  };
  const Dataset plain = made({}), grouped = made({"n=z,c,a"});
  for (const char* name : {"a", "c", "m", "q", "z"}) {
    EXPECT_EQ(values_of(plain, name).size(), 30U);
    EXPECT_EQ(values_of(plain, name), values_of(grouped, name)) << name;
  }
}

TEST(ColumnGroups, MayBeNamedAsFeatures) {
  auto options = options_with({"n=z,a"});
  options.features = {"n", "m"};
  const Dataset data = prepared(options);
  ASSERT_EQ(data.features.size(), 2U);
  EXPECT_EQ(data.features[1].name, "n");
  EXPECT_EQ(plan_columns(options).keep, (Strings{"z", "a", "m", "y", "p"}));
}

TEST(ColumnGroups, LoseThePartsThatAreLeftOut) {
  Table table = table_of();
  for (float& value : table.columns[2].numbers) value = 3;  // a
  const Dataset data = prepare(table, options_with({"n=z,a"}), {}, 0, {});
  EXPECT_EQ(data.features[2].label, "z");
  const Dataset none = prepare(table, options_with({"n=a"}), {}, 0, {});
  for (const auto& feature : none.features) EXPECT_NE(feature.name, "n");
}

TEST(Labels, ComeFromAFile) {
  const drfs::testing::ScratchFile file(
      "column,label\na,\"How are you, today?\"\nother,What?\nq,7\n");
  auto options = options_with({});
  options.labels = file.path();
  const Dataset data = prepared(options);
  EXPECT_EQ(data.features[0].label, "How are you, today?");
  EXPECT_EQ(data.features[3].label, "7");
  EXPECT_EQ(data.features[2].label, "");
  const drfs::testing::ScratchFile wrong("name,label\na,b\n");
  options.labels = wrong.path();
  expect_error(ErrorCode::data, {"--labels", "no column 'column'", "column,label"},
               [&] { prepared(options); });
}

TEST(ColumnGroups, RefuseWhatDoesNotFit) {
  const auto usage = ErrorCode::usage;
  const auto with = [&](const Strings& groups, const Strings& parts) {
    expect_error(usage, parts, [&] { prepared(options_with(groups)); });
  };
  with({"n=a,z", "k=z,m"}, {"column: 'z'", "is in 'n' and in 'k'"});
  with({"n=a,a"}, {"'a'", "in 'n' and in 'n'"});
  with({"n=a,zz"}, {"--group, column", "'zz'", "Did you mean 'z'?"});
  with({"n=a,y"}, {"'y'", "no candidate feature"});
  with({"m=a,z"}, {"'m'", "name of a column"});
  for (const char* text : {"n", "n=", "=a,b", "n=a,,b"}) with({text}, {text, "--group mood=q1"});
}

}  // namespace
}  // namespace drfs
