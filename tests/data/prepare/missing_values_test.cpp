// Missing values: the columns that mark them, and features that a whole population lacks.
#include <cmath>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;

/// Three populations of 40 rows; y says which row of the table it is. The number x and the
/// category c have gaps, the number z has none.
Table table_with_gaps() {
  Table table;
  table.source = "t.csv";
  table.rows = 120;
  table.columns = {{"c", ColumnType::category, {}, {}, {"blue", "red"}},
                   {"x", ColumnType::number, {}, {}, {}},
                   {"z", ColumnType::number, {}, {}, {}},
                   {"y", ColumnType::number, {}, {}, {}},
                   {"p", ColumnType::category, {}, {}, {"A", "B", "C"}}};
  for (int row = 0; row < 120; ++row) {
    table.columns[0].codes.push_back(row % 7 == 0 ? -1 : row % 2);
    table.columns[1].numbers.push_back(row % 5 == 0 ? kMissing : static_cast<float>(row % 11));
    table.columns[2].numbers.push_back(static_cast<float>(row * 37 % 101));
    table.columns[3].numbers.push_back(static_cast<float>(row));
    table.columns[4].codes.push_back(row % 3);
  }
  return table;
}

DatasetOptions gap_options(MissingValues missing_values = MissingValues::median) {
  DatasetOptions options;
  options.target = "y";
  options.population = {"p"};
  options.min_rows = 10;
  options.missing_values = missing_values;
  return options;
}

Strings names_of(const Dataset& data) {
  Strings names;
  for (const auto& feature : data.features) names.push_back(feature.name);
  return names;
}

TEST(MissingValuesThatAreRefused, NameTheColumn) {
  expect_error(ErrorCode::data, {"t.csv, column 'c'", "has missing values (NaN)"},
               [] { make_dataset(table_with_gaps(), gap_options(MissingValues::refuse), {}); });
  Table full = table_with_gaps();
  std::erase_if(full.columns, [](const Column& c) { return c.name == "c" || c.name == "x"; });
  EXPECT_EQ(names_of(make_dataset(full, gap_options(MissingValues::refuse), {})), Strings{"z"});
}

TEST(MissingIndicator, IsOneMoreColumnOfTheSameFeature) {
  Dataset data = make_dataset(table_with_gaps(), gap_options(MissingValues::indicator), {});
  ASSERT_EQ(names_of(data), (Strings{"c", "x", "z"}));
  EXPECT_EQ(data.features[0].column_count, 3U);
  EXPECT_EQ(data.features[0].levels, (Strings{"blue", "red"}));
  EXPECT_EQ(data.features[1].first_column, 3U);
  EXPECT_EQ(data.features[1].column_count, 2U);
  EXPECT_EQ(data.features[2].first_column, 5U);
  EXPECT_EQ(data.features[2].column_count, 1U);
  EXPECT_TRUE(data.features[0].marks_missing && data.features[1].marks_missing);
  EXPECT_FALSE(data.features[2].marks_missing);
  impute(data, {});
  for (const auto& population : data.populations)
    for (std::size_t i = 0; i < population.y.size(); ++i) {
      const int row = static_cast<int>(population.y[i]);
      EXPECT_EQ(population.x(i, 0), row % 7 != 0 && row % 2 == 0 ? 1.0F : 0.0F);
      EXPECT_EQ(population.x(i, 1), row % 7 != 0 && row % 2 == 1 ? 1.0F : 0.0F);
      EXPECT_EQ(population.x(i, 2), row % 7 == 0 ? 1.0F : 0.0F);
      EXPECT_EQ(population.x(i, 4), row % 5 == 0 ? 1.0F : 0.0F);
      if (row % 5 != 0) {
        EXPECT_EQ(population.x(i, 3), static_cast<float>(row % 11));
      }
      EXPECT_FALSE(std::isnan(population.x(i, 3)));
    }
}

TEST(MissingIndicator, LeavesTheValuesAsTheyAreWithoutIt) {
  Dataset plain = make_dataset(table_with_gaps(), gap_options(), {});
  Dataset marked = make_dataset(table_with_gaps(), gap_options(MissingValues::indicator), {});
  EXPECT_EQ(plain.columns(), 4U);
  impute(plain, {});
  impute(marked, {});
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_EQ(plain.populations[p].y, marked.populations[p].y);
    EXPECT_TRUE(
        std::ranges::equal(plain.populations[p].x.column(2), marked.populations[p].x.column(3)));
  }
}

TEST(MissingIndicator, KeepsAColumnOfWhichOnlyTheGapsVary) {
  Table table = table_with_gaps();
  for (float& x : table.columns[1].numbers)
    if (!std::isnan(x)) x = 4;
  EXPECT_EQ(names_of(make_dataset(table, gap_options(), {})), (Strings{"c", "z"}));
  EXPECT_EQ(names_of(make_dataset(table, gap_options(MissingValues::indicator), {})),
            (Strings{"c", "x", "z"}));
}

TEST(NativeMissing, IsRememberedRowByRowAndFilledAllTheSame) {
  const auto prepared = [](MissingValues missing_values) {
    Dataset data = prepare(table_with_gaps(), gap_options(missing_values), {}, 3, {});
    for (auto& population : data.populations)  // back to the number of the row in the table
      for (float& y : population.y)
        y = std::round(static_cast<float>(population.y_scale.mean) +
                       static_cast<float>(population.y_scale.deviation) * y);
    return data;
  };
  const Dataset plain = prepared(MissingValues::median);
  const Dataset native = prepared(MissingValues::native);
  for (std::size_t p = 0; p < 3; ++p) {
    const Population& population = native.populations[p];
    EXPECT_EQ(population.y, plain.populations[p].y);
    for (std::size_t d = 0; d < 4; ++d)
      EXPECT_TRUE(std::ranges::equal(population.x.column(d), plain.populations[p].x.column(d)));
    EXPECT_TRUE(plain.populations[p].was_missing.empty());
    ASSERT_EQ(population.was_missing.size(), 4U);
    EXPECT_TRUE(population.was_missing[3].empty());  // z
    for (std::size_t i = 0; i < population.y.size(); ++i) {
      const int row = static_cast<int>(population.y[i]);
      EXPECT_EQ(population.was_missing[0][i], row % 7 == 0);  // both columns of the category c
      EXPECT_EQ(population.was_missing[1][i], row % 7 == 0);
      EXPECT_EQ(population.was_missing[2][i], row % 5 == 0);
    }
  }
}

TEST(NativeMissing, KeepsAColumnOfWhichOnlyTheGapsVary) {
  Table table = table_with_gaps();
  for (float& x : table.columns[1].numbers)
    if (!std::isnan(x)) x = 4;
  EXPECT_EQ(names_of(make_dataset(table, gap_options(MissingValues::native), {})),
            (Strings{"c", "x", "z"}));
}

/// x and c have no value in B; x has none in C either.
Table table_with_lacking_populations() {
  Table table = table_with_gaps();
  for (std::size_t row = 0; row < 120; ++row) {
    if (row % 3 == 1) table.columns[0].codes[row] = -1;
    if (row % 3 >= 1) table.columns[1].numbers[row] = kMissing;
  }
  return table;
}

TEST(LackingPopulations, LeaveAFeatureOutByName) {
  for (const auto missing_values : {MissingValues::median, MissingValues::indicator}) {
    Logged log;
    const Dataset data =
        make_dataset(table_with_lacking_populations(), gap_options(missing_values), log.context);
    EXPECT_EQ(names_of(data), (Strings{"z"}));
    ASSERT_EQ(data.left_out.size(), 2U);
    EXPECT_EQ(data.left_out[0].column, "c");
    EXPECT_EQ(data.left_out[0].reason,
              "has no value in population 'B' (--allow-missing-in 'B' keeps it)");
    EXPECT_EQ(data.left_out[1].reason,
              "has no value in populations 'B', 'C' (--allow-missing-in 'B,C' keeps it)");
    EXPECT_NE(log.text.find("warning: t.csv: column 'c' has no value in population 'B' "
                            "(--allow-missing-in 'B' keeps it); it is left out"),
              std::string::npos)
        << log.text;
  }
}

TEST(LackingPopulations, ThatAreAllowedToKeepTheFeature) {
  DatasetOptions options = gap_options();
  options.allow_missing_in = {"B"};
  Logged log;
  Dataset data = make_dataset(table_with_lacking_populations(), options, log.context);
  EXPECT_EQ(names_of(data), (Strings{"c", "z"}));  // C lacks x, too
  options.allow_missing_in = {"C"};
  EXPECT_EQ(names_of(make_dataset(table_with_lacking_populations(), options, {})), (Strings{"z"}));
  options.allow_missing_in = {"C", "B"};
  data = make_dataset(table_with_lacking_populations(), options, log.context);
  EXPECT_EQ(names_of(data), (Strings{"c", "x", "z"}));
  impute(data, log.context);
  EXPECT_NE(log.text.find("feature 'x' has no value in the rows of population 'C'"),
            std::string::npos);
  for (const float x : data.populations[2].x.column(2)) EXPECT_EQ(x, data.populations[1].x(0, 2));
}

TEST(LackingPopulations, AreMissedOnlyInTheRowsThatCount) {
  Table table = table_with_lacking_populations();
  table.columns[0].codes[1] = 1;  // the only value of c in B, in a row without a target
  table.columns[3].numbers[1] = kMissing;
  EXPECT_EQ(names_of(make_dataset(table, gap_options(), {})), (Strings{"z"}));
  table.columns[3].numbers[1] = 1;
  EXPECT_EQ(names_of(make_dataset(table, gap_options(), {})), (Strings{"c", "z"}));
}

TEST(LackingPopulations, OfAFeatureAskedForAndOfTheOnlyOneAreSaidClearly) {
  DatasetOptions options = gap_options();
  options.features = {"x", "z"};
  Logged log;
  make_dataset(table_with_lacking_populations(), options, log.context);
  EXPECT_NE(log.text.find("column 'x', which --features names, has no value in populations"),
            std::string::npos)
      << log.text;
  options.features = {"x"};
  expect_error(
      ErrorCode::data,
      {"no usable feature", "'x' has no value in populations 'B', 'C'", "--allow-missing-in 'B,C'"},
      [&] { make_dataset(table_with_lacking_populations(), options, {}); });
  options.allow_missing_in = {"D"};
  expect_error(ErrorCode::usage, {"--allow-missing-in", "'D'", "A, B, C"},
               [&] { make_dataset(table_with_lacking_populations(), options, {}); });
}

}  // namespace
}  // namespace drfs
