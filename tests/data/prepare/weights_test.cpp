// Row weights and replicate weights on their way from the table to the populations, and copies of
// rows, which are merged where they are rare.
#include <cmath>
#include <numeric>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;

/// 200 different rows of two populations; y says which row of the table it is.
Table weighted_table() {
  Table table;
  table.source = "t.csv";
  table.rows = 200;
  table.columns = {{"x", ColumnType::number, {}, {}, {}},
                   {"y", ColumnType::number, {}, {}, {}},
                   {"p", ColumnType::category, {}, {}, {"north", "south"}},
                   {"w", ColumnType::number, {}, {}, {}},
                   {"w1", ColumnType::number, {}, {}, {}},
                   {"w2", ColumnType::number, {}, {}, {}}};
  for (int row = 0; row < 200; ++row) {
    table.columns[0].numbers.push_back(static_cast<float>(row * 37 % 101));
    table.columns[1].numbers.push_back(static_cast<float>(row));
    table.columns[2].codes.push_back(row % 2);
    table.columns[3].numbers.push_back(static_cast<float>(1 + row % 5));
    table.columns[4].numbers.push_back(static_cast<float>(row % 7) - 1);
    table.columns[5].numbers.push_back(static_cast<float>(row % 3));
  }
  return table;
}

DatasetOptions weight_options() {
  DatasetOptions options;
  options.target = "y";
  options.population = {"p"};
  options.weight = "w";
  options.min_rows = 10;
  options.drop = {"w1", "w2"};
  return options;
}

DatasetOptions replicate_options() {
  DatasetOptions options = weight_options();
  options.drop = {};
  options.replicate_weights = {"w*"};
  return options;
}

/// The row again, at the end.
void repeat_row(Table& table, std::size_t row) {
  for (auto& column : table.columns) {
    if (column.type == ColumnType::number)
      column.numbers.push_back(column.numbers[row]);
    else
      column.codes.push_back(column.codes[row]);
  }
  ++table.rows;
}

void expect_same_populations(const Dataset& a, const Dataset& b) {
  ASSERT_EQ(a.populations.size(), b.populations.size());
  for (std::size_t p = 0; p < a.populations.size(); ++p) {
    const Population &left = a.populations[p], &right = b.populations[p];
    EXPECT_EQ(left.y, right.y);
    EXPECT_EQ(left.weight, right.weight);
    const auto x = left.x.column(0), z = right.x.column(0);
    EXPECT_TRUE(same_bits({x.begin(), x.end()}, {z.begin(), z.end()}));
    ASSERT_EQ(left.replicate_weight.columns(), right.replicate_weight.columns());
    for (std::size_t r = 0; r < left.replicate_weight.columns(); ++r)
      EXPECT_TRUE(
          std::ranges::equal(left.replicate_weight.column(r), right.replicate_weight.column(r)));
  }
}

TEST(Weights, HaveMeanOneInEveryPopulationAndStayWithTheirRows) {
  Table table = weighted_table();
  for (int row = 0; row < 200; row += 2) table.columns[3].numbers[row] *= 1000;
  const Dataset data = make_dataset(table, weight_options(), {});
  ASSERT_EQ(data.features.size(), 1U);
  EXPECT_EQ(data.features[0].name, "x");
  for (const auto& population : data.populations) {
    EXPECT_NEAR(std::accumulate(population.weight.begin(), population.weight.end(), 0.0), 100,
                1e-4);
    for (std::size_t i = 0; i < 100; ++i)
      EXPECT_FLOAT_EQ(population.weight[i],
                      static_cast<float>(1 + static_cast<int>(population.y[i]) % 5) / 3);
  }
}

TEST(Weights, EqualOnesAreAsGoodAsNone) {
  Table table = weighted_table();
  for (float& w : table.columns[3].numbers) w = 0.3F;
  const Dataset weighted = make_dataset(table, weight_options(), {});
  DatasetOptions none = weight_options();
  none.weight = "";
  none.drop = {"w", "w1", "w2"};
  expect_same_populations(weighted, make_dataset(table, none, {}));
}

TEST(Weights, RowsWithoutAPositiveWeightAreLeftOutAndCounted) {
  Table table = weighted_table();
  for (const int row : {3, 4, 5}) table.columns[3].numbers[row] = kMissing;
  for (const int row : {10, 11}) table.columns[3].numbers[row] = row == 10 ? 0.0F : -0.0F;
  table.columns[1].numbers[5] = kMissing;
  Logged log;
  const Dataset data = make_dataset(table, weight_options(), log.context);
  EXPECT_EQ(data.rows_without_weight, 5U);
  EXPECT_EQ(data.rows_without_target, 0U);
  EXPECT_EQ(data.rows_without_population, 0U);
  EXPECT_EQ(data.populations[0].y.size() + data.populations[1].y.size(), 195U);
  EXPECT_NE(log.text.find("3 rows without a weight"), std::string::npos) << log.text;
  EXPECT_NE(log.text.find("2 rows of weight 0"), std::string::npos) << log.text;
}

TEST(Weights, AWeightThatSinglePrecisionTakesForNothingStaysPositive) {
  Table table = weighted_table();
  table.columns[3].numbers[0] = 1e-30F;
  table.columns[3].numbers[2] = 3e38F;
  const Dataset data = make_dataset(table, weight_options(), {});
  for (const float w : data.populations[0].weight) EXPECT_GT(w, 0.0F);
}

TEST(Weights, BadOnesAreDataErrorsThatNameTheRowOrThePopulation) {
  const auto with = [](int row, float value, const Strings& parts) {
    Table table = weighted_table();
    table.columns[3].numbers[row] = value;
    table.columns[3].numbers[row + 20] = value;
    expect_error(ErrorCode::data, parts, [&] { make_dataset(table, weight_options(), {}); });
  };
  with(6, -2.5F, {"t.csv, row 7, column 'w'", "'-2.5'", "negative weight"});
  with(9, INFINITY, {"t.csv, row 10, column 'w'", "not finite"});

  Table zero = weighted_table();
  for (int row = 1; row < 200; row += 2) zero.columns[3].numbers[row] = row < 9 ? kMissing : 0.0F;
  expect_error(ErrorCode::data, {"population 'south'", "weight 'w'", "zero or missing in all 100"},
               [&] { make_dataset(zero, weight_options(), {}); });

  Table text = weighted_table();
  text.columns[3] = {"w", ColumnType::category, {}, std::vector<std::int32_t>(200, 0), {"a"}};
  expect_error(ErrorCode::data, {"t.csv, column 'w'", "is text"},
               [&] { make_dataset(text, weight_options(), {}); });
  text.columns.erase(text.columns.begin() + 3);
  text.too_many_levels = {"w"};
  expect_error(ErrorCode::data, {"t.csv, column 'w'", "is text"},
               [&] { make_dataset(text, weight_options(), {}); });
}

TEST(Weights, WrongNamesAreUsageErrors) {
  const auto with = [](auto change, const Strings& parts) {
    DatasetOptions options = weight_options();
    change(options);
    expect_error(ErrorCode::usage, parts, [&] { make_dataset(weighted_table(), options, {}); });
  };
  with([](auto& o) { o.weight = "W_"; }, {"'W_'", "Did you mean 'w'?"});
  with([](auto& o) { o.weight = "y"; }, {"'y'", "--target and --weight"});
  with([](auto& o) { o.weight = "p"; }, {"'p'", "--population and --weight"});
  with([](auto& o) { o.weight = "w1"; }, {"'w1'", "--weight and --drop"});
  with([](auto& o) { o.features = {"x", "w"}; }, {"'w'", "--weight and --features"});
  with([](auto& o) { o.categorical = {"w"}; }, {"'w'", "--categorical"});
}

TEST(Weights, AreReadAlthoughTheFeaturesAreNamed) {
  DatasetOptions options = replicate_options();
  options.features = {"x"};
  const ScratchFile file;
  write_csv(weighted_table(), file.path());
  const Table table = read_table(file.path(), {}, plan_columns(options), {});
  EXPECT_EQ(table.names(), (Strings{"x", "y", "p", "w", "w1", "w2"}));
  expect_same_populations(make_dataset(table, options, {}),
                          make_dataset(weighted_table(), replicate_options(), {}));
}

TEST(Copies, ARowAndItsCopyAreTheRowWithTheSumOfTheWeights) {
  for (const auto& options : {weight_options(), replicate_options()}) {
    Table copied = weighted_table(), doubled = weighted_table();
    copied.columns[0].numbers[8] = doubled.columns[0].numbers[8] = kMissing;
    for (const std::size_t row : {7, 8, 8}) repeat_row(copied, row);
    const bool replicates = !options.replicate_weights.empty();
    for (const std::size_t column : {3, 4, 5}) {
      doubled.columns[column].numbers[7] *= 2;
      doubled.columns[column].numbers[8] *= 3;
    }
    Logged log;
    const Dataset merged = make_dataset(copied, options, log.context);
    EXPECT_NE(log.text.find("info: t.csv: 3 rows are copies"), std::string::npos) << log.text;
    expect_same_populations(merged, make_dataset(doubled, options, {}));
    EXPECT_EQ(merged.populations[0].replicate_weight.columns(), replicates ? 2U : 0U);
  }
}

TEST(Copies, AreOfOnePopulationAndOneOutcome) {
  Table table = weighted_table();
  repeat_row(table, 7);
  table.columns[2].codes.back() = 0;
  repeat_row(table, 8);
  table.columns[1].numbers.back() = 1000;
  const Dataset data = make_dataset(table, weight_options(), {});
  EXPECT_EQ(data.populations[0].y.size(), 102U);
  EXPECT_EQ(data.populations[1].y.size(), 100U);
}

TEST(Copies, StayWhereTheyAreNotRareAndNothingIsMeasured) {
  Table table = weighted_table();
  for (std::size_t row = 0; row < 10; row += 2) repeat_row(table, row);  // 5 of 105
  EXPECT_EQ(make_dataset(table, weight_options(), {}).populations[0].y.size(), 100U);
  repeat_row(table, 10);  // 6 of 106 are more than one in twenty
  Logged log;
  const Dataset data = make_dataset(table, weight_options(), log.context);
  EXPECT_EQ(data.populations[0].y.size(), 106U);
  EXPECT_EQ(log.text.find("copies"), std::string::npos) << log.text;
}

TEST(Copies, AreMergedHoweverManyWhereAMeasurementTellsRowsApart) {
  Table table = weighted_table();
  for (float& x : table.columns[0].numbers) x = std::sqrt(x + 2);
  for (int time = 0; time < 9; ++time)
    for (std::size_t row = 0; row < 200; ++row) repeat_row(table, row);
  EXPECT_EQ(make_dataset(table, weight_options(), {}).populations[0].y.size(), 100U);
  DatasetOptions many = weight_options();
  many.min_rows = 101;
  EXPECT_EQ(make_dataset(table, many, {}).populations[0].y.size(), 1000U);
  for (std::size_t row = 0; row < 200; ++row) repeat_row(table, row);
  EXPECT_EQ(make_dataset(table, weight_options(), {}).populations[0].y.size(), 1100U)
      << "eleven times the same is no accident";
}

TEST(Copies, OfDifferentWeightsStandInTheSameOrderWhateverTheInputs) {
  Table table = weighted_table(), other = weighted_table();
  for (std::size_t row = 0; row < 60; row += 2) {
    repeat_row(table, row);
    table.columns[3].numbers.back() = 10;
    repeat_row(other, row);
    std::swap(other.columns[3].numbers.back(), other.columns[3].numbers[row]);
    other.columns[3].numbers[row] = 10;
  }
  expect_same_populations(make_dataset(table, weight_options(), {}),
                          make_dataset(other, weight_options(), {}));
}

TEST(ReplicateWeights, ArePatternsOrListsAndNeverCandidates) {
  for (const Strings& named : {Strings{"w*"}, Strings{"w2", "w1"}}) {
    DatasetOptions options = replicate_options();
    options.replicate_weights = named;
    Dataset data = make_dataset(weighted_table(), options, {});
    split_rows(data, {0.6}, 1);
    ASSERT_EQ(data.features.size(), 1U);
    EXPECT_DOUBLE_EQ(data.replicate_scale, 2.0);
    for (const auto& population : data.populations) {
      ASSERT_EQ(population.replicate_weight.columns(), 2U);
      for (std::size_t i = 0; i < population.y.size(); ++i) {
        const int row = static_cast<int>(population.y[i]);
        EXPECT_EQ(population.replicate_weight(i, 0), static_cast<float>(row % 7) - 1);
        EXPECT_EQ(population.replicate_weight(i, 1), static_cast<float>(row % 3));
      }
    }
  }
  DatasetOptions options = replicate_options();
  options.replicate_scale = 0.25;
  EXPECT_DOUBLE_EQ(make_dataset(weighted_table(), options, {}).replicate_scale, 0.25);
}

TEST(ReplicateWeights, WrongUseIsNamed) {
  const auto with = [](auto change, const Strings& parts) {
    DatasetOptions options = replicate_options();
    change(options);
    expect_error(ErrorCode::usage, parts, [&] { make_dataset(weighted_table(), options, {}); });
  };
  with([](auto& o) { o.weight = ""; }, {"--replicate-weights", "without --weight"});
  with([](auto& o) { o.replicate_weights = {"PWGTP*"}; }, {"'PWGTP*'", "fits no column"});
  with([](auto& o) { o.replicate_weights = {"w*", "w1"}; }, {"'w*'", "more than one star"});
  with([](auto& o) { o.replicate_weights = {"*w*"}; }, {"'*w*'", "more than one star"});
  with([](auto& o) { o.replicate_weights = {"w1", "w33"}; }, {"'w33'", "not known"});
  with(
      [](auto& o) {
        o.replicate_weights = {"w1", "x"}, o.features = {"x"};
      },
      {"'x'", "--replicate-weights and --features"});
  with([](auto& o) { o.replicate_weights = {"*"}; }, {"fits --replicate-weights", "one role"});
  with([](auto& o) { o.features = {"x", "w1"}; }, {"'w1'", "--features"});
  with([](auto& o) { o.replicate_weights = {"w"}; }, {"'w'", "--weight and --replicate-weights"});
  with([](auto& o) { o.replicate_scale = -1; }, {"--replicate-scale"});
  with([](auto& o) { o.replicate_weights = {}, o.replicate_scale = 1; }, {"--replicate-scale"});
}

TEST(ReplicateWeights, BadValuesAreDataErrors) {
  const auto with = [](float value, const Strings& parts) {
    Table table = weighted_table();
    table.columns[4].numbers[12] = value;
    expect_error(ErrorCode::data, parts, [&] { make_dataset(table, replicate_options(), {}); });
    table.columns[3].numbers[12] = 0;  // the row does not count
    EXPECT_EQ(make_dataset(table, replicate_options(), {}).rows_without_weight, 1U);
  };
  with(kMissing, {"row 13, column 'w1'", "no replicate weight"});
  with(-INFINITY, {"row 13, column 'w1'", "not finite"});
  Table text = weighted_table();
  text.columns[5] = {"w2", ColumnType::category, {}, std::vector<std::int32_t>(200, 0), {"a"}};
  expect_error(ErrorCode::data, {"column 'w2'", "is text"},
               [&] { make_dataset(text, replicate_options(), {}); });
}

}  // namespace
}  // namespace drfs
