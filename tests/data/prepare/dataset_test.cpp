// From a table to a data set: roles, populations, target, encoding, canonical order.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;

/// Two populations of 60 rows, a numeric, a category and a constant feature, some missing.
Table small_table(std::size_t rows = 120) {
  Table table;
  table.source = "t.csv";
  table.rows = rows;
  table.columns = {{"x", ColumnType::number, {}, {}, {}},
                   {"color", ColumnType::category, {}, {}, {"blue", "green", "red"}},
                   {"same", ColumnType::number, {}, {}, {}},
                   {"y", ColumnType::number, {}, {}, {}},
                   {"p", ColumnType::category, {}, {}, {"north", "south"}}};
  for (std::size_t row = 0; row < rows; ++row) {
    table.columns[0].numbers.push_back(row % 11 == 0 ? std::nanf("") : static_cast<float>(row % 9));
    table.columns[1].codes.push_back(static_cast<std::int32_t>(row % 4) - 1);
    table.columns[2].numbers.push_back(5.0F);
    table.columns[3].numbers.push_back(static_cast<float>(row) * 0.5F);
    table.columns[4].codes.push_back(row % 2 == 0 ? 0 : 1);
  }
  return table;
}

DatasetOptions small_options() {
  DatasetOptions options;
  options.target = "y";
  options.population = {"p"};
  options.min_rows = 10;
  return options;
}

/// The table with its rows and columns shuffled and its levels numbered differently.
Table shuffled(const Table& table, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::size_t> order(table.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, random);
  Table out = table;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& from = table.columns[c];
    Column& to = out.columns[c];
    const auto levels = static_cast<std::int32_t>(from.levels.size());
    std::ranges::reverse(to.levels);
    for (std::size_t row = 0; row < table.rows; ++row) {
      if (from.type == ColumnType::number)
        to.numbers[row] = from.numbers[order[row]];
      else if (from.codes[order[row]] >= 0)
        to.codes[row] = levels - 1 - from.codes[order[row]];
      else
        to.codes[row] = -1;
    }
  }
  std::ranges::shuffle(out.columns, random);
  return out;
}

void expect_same_dataset(const Dataset& a, const Dataset& b) {
  ASSERT_EQ(a.features.size(), b.features.size());
  for (std::size_t f = 0; f < a.features.size(); ++f) {
    EXPECT_EQ(a.features[f].name, b.features[f].name);
    EXPECT_EQ(a.features[f].levels, b.features[f].levels);
    EXPECT_EQ(a.features[f].first_column, b.features[f].first_column);
  }
  ASSERT_EQ(a.populations.size(), b.populations.size());
  for (std::size_t p = 0; p < a.populations.size(); ++p) {
    EXPECT_EQ(a.populations[p].name, b.populations[p].name);
    EXPECT_TRUE(same_bits(a.populations[p].y, b.populations[p].y));
    for (std::size_t d = 0; d < a.columns(); ++d) {
      const auto left = a.populations[p].x.column(d);
      const auto right = b.populations[p].x.column(d);
      EXPECT_TRUE(same_bits({left.begin(), left.end()}, {right.begin(), right.end()})) << d;
    }
  }
}

TEST(MakeDataset, EncodesAndSorts) {
  Logged log;
  const Dataset data = make_dataset(small_table(), small_options(), log.context);
  EXPECT_EQ(data.task, Task::regression);
  ASSERT_EQ(data.features.size(), 2U);
  EXPECT_EQ(data.features[0].name, "color");
  EXPECT_EQ(data.features[0].levels, (Strings{"blue", "green", "red"}));
  EXPECT_EQ(data.features[0].column_count, 3U);
  EXPECT_EQ(data.features[1].first_column, 3U);
  EXPECT_EQ(data.columns(), 4U);
  EXPECT_NE(log.text.find("warning: t.csv: column 'same' is constant"), std::string::npos);
  for (const auto& population : data.populations) {
    EXPECT_EQ(population.x.rows(), 60U);
    EXPECT_EQ(population.selection_rows, 60U);
    for (std::size_t row = 0; row < 60; ++row) {
      // y tells which row of the table it is.
      const auto from = static_cast<int>(std::lround(population.y[row] * 2));
      EXPECT_EQ(population.name, from % 2 == 0 ? "north" : "south");
      const int level = from % 4 - 1;
      for (int i = 0; i < 3; ++i) {
        const float x = population.x(row, static_cast<std::size_t>(i));
        if (level < 0)
          EXPECT_TRUE(std::isnan(x));
        else
          EXPECT_EQ(x, i == level ? 1.0F : 0.0F);
      }
    }
  }
}

TEST(MakeDataset, OrderOfRowsAndColumnsLeavesNoTrace) {
  const Table table = small_table(240);
  const Dataset first = make_dataset(table, small_options(), {});
  for (unsigned seed = 1; seed <= 5; ++seed)
    expect_same_dataset(make_dataset(shuffled(table, seed), small_options(), with_threads(4)),
                        first);
}

TEST(MakeDataset, ZeroSignsAndNanPayloadsLeaveNoTrace) {
  Table table = small_table();
  Table other = table;
  for (std::size_t row = 0; row < table.rows; ++row) {
    float& x = other.columns[0].numbers[row];
    if (x == 0.0F) x = -0.0F;
    if (std::isnan(x)) x = -std::nanf("7");
  }
  other.columns[3].numbers[0] = -0.0F;
  expect_same_dataset(make_dataset(other, small_options(), {}),
                      make_dataset(table, small_options(), {}));
}

TEST(MakeDataset, CountsRowsThatItLeavesOut) {
  Table table = small_table();
  for (int row : {0, 1, 2}) table.columns[3].numbers[row] = std::nanf("");
  for (int row : {2, 5}) table.columns[4].codes[row] = -1;
  Logged log;
  const Dataset data = make_dataset(table, small_options(), log.context);
  EXPECT_EQ(data.rows_without_population, 2U);
  EXPECT_EQ(data.rows_without_target, 2U);
  EXPECT_EQ(data.populations[0].y.size() + data.populations[1].y.size(), 116U);
  EXPECT_NE(log.text.find("info: t.csv: 2 rows without a target"), std::string::npos) << log.text;
}

TEST(MakeDataset, CrossesPopulations) {
  Table table = small_table();
  table.columns.push_back({"year", ColumnType::number, {}, {}, {}});
  for (std::size_t row = 0; row < table.rows; ++row)
    table.columns.back().numbers.push_back(row < 60 ? 2019.0F : 2020.0F);
  DatasetOptions options = small_options();
  options.population = {"p", "year"};
  const Dataset data = make_dataset(table, options, {});
  Strings names;
  for (const auto& population : data.populations) names.push_back(population.name);
  EXPECT_EQ(names, (Strings{"north × 2019", "north × 2020", "south × 2019", "south × 2020"}));
}

TEST(MakeDataset, SmallPopulationsAreRefusedOrPooled) {
  Table table = small_table();
  table.columns[4].levels = {"north", "south", "tiny", "wee"};
  for (int row = 0; row < 12; ++row) table.columns[4].codes[row] = row < 7 ? 2 : 3;
  DatasetOptions options = small_options();
  expect_error(ErrorCode::data,
               {"'tiny' (7 rows)", "'wee' (5 rows)", "--min-rows", "--pool-small", "10 rows"},
               [&] { make_dataset(table, options, {}); });
  options.pool_small = true;
  const Dataset data = make_dataset(table, options, {});
  ASSERT_EQ(data.populations.size(), 3U);
  EXPECT_EQ(data.populations[1].name, "other");
  EXPECT_EQ(data.populations[1].y.size(), 12U);
  options.min_rows = 13;
  expect_error(ErrorCode::data, {"'other' (12 rows)"}, [&] { make_dataset(table, options, {}); });

  Table ids = small_table(2000);
  for (std::size_t row = 0; row < ids.rows; ++row) {
    ids.columns[4].codes[row] = static_cast<std::int32_t>(row % 500);
    if (row < 500) ids.columns[4].levels.push_back(fmt::format("p{}", row));
  }
  expect_error(ErrorCode::data, {"500 populations", "identifier"},
               [&] { make_dataset(ids, small_options(), {}); });
}

TEST(MakeDataset, FindsOutTheTask) {
  Table table = small_table();
  for (std::size_t row = 0; row < table.rows; ++row)
    table.columns[3].numbers[row] = row % 3 == 0 ? 2.0F : -1.0F;
  const Dataset numeric = make_dataset(table, small_options(), {});
  EXPECT_EQ(numeric.task, Task::binary);
  EXPECT_EQ(numeric.target_levels, (Strings{"-1", "2"}));
  EXPECT_EQ(std::ranges::count(numeric.populations[0].y, 1.0F), 20);
  DatasetOptions options = small_options();
  options.task = Task::regression;
  EXPECT_EQ(make_dataset(table, options, {}).task, Task::regression);

  Column text{"y", ColumnType::category, {}, {}, {"yes", "no"}};
  for (std::size_t row = 0; row < table.rows; ++row) text.codes.push_back(row % 3 == 0 ? 0 : 1);
  table.columns[3] = text;
  const Dataset binary = make_dataset(table, small_options(), {});
  EXPECT_EQ(binary.target_levels, (Strings{"no", "yes"}));
  EXPECT_EQ(std::ranges::count(binary.populations[0].y, 1.0F), 20);
}

TEST(MakeDataset, SeveralClassesAreNumberedInTheOrderOfTheirNames) {
  Table table = small_table();
  Column text{"y", ColumnType::category, {}, {}, {"mild", "none", "severe", "unused"}};
  const std::int32_t codes[] = {2, 0, 1, -1};
  for (std::size_t row = 0; row < table.rows; ++row) text.codes.push_back(codes[row / 2 % 4]);
  table.columns[3] = text;
  const Dataset data = make_dataset(table, small_options(), {});
  EXPECT_EQ(data.task, Task::multiclass);
  EXPECT_EQ(data.target_levels, (Strings{"mild", "none", "severe"}));
  EXPECT_EQ(data.classes(), 3U);
  EXPECT_EQ(data.rows_without_target, 30U);
  for (const auto& population : data.populations)
    for (const float y : {0.0F, 1.0F, 2.0F}) EXPECT_EQ(std::ranges::count(population.y, y), 15);
  for (unsigned seed = 1; seed <= 3; ++seed)
    expect_same_dataset(data, make_dataset(shuffled(table, seed), small_options(), {}));

  Table numbers = small_table();
  for (std::size_t row = 0; row < numbers.rows; ++row)
    numbers.columns[3].numbers[row] = 10.0F - static_cast<float>(row / 2 % 5);
  EXPECT_EQ(make_dataset(numbers, small_options(), {}).task, Task::regression);
  DatasetOptions options = small_options();
  options.task = Task::multiclass;
  const Dataset graded = make_dataset(numbers, options, {});
  EXPECT_EQ(graded.target_levels, (Strings{"6", "7", "8", "9", "10"}));
  EXPECT_EQ(std::ranges::count(graded.populations[0].y, 4.0F), 12);
}

TEST(MakeDataset, RefusesTargetsThatDoNotFitTheTask) {
  Table table = small_table();
  DatasetOptions options = small_options();
  const auto make = [&] { make_dataset(table, options, {}); };
  options.task = Task::multiclass;
  expect_error(ErrorCode::data, {"target 'y'", "120 distinct values", "100 at most"}, make);
  options.task = Task::binary;
  expect_error(ErrorCode::usage, {"target 'y'", "120 distinct values"}, make);
  options.target = "color";
  expect_error(ErrorCode::usage, {"target 'color'", "3 distinct values"}, make);
  options.task = Task::regression;
  expect_error(ErrorCode::usage, {"target 'color'", "text with 3 values"}, make);
  options.task = Task::automatic;
  options.target = "y";
  for (std::size_t row = 0; row < table.rows; row += 2) table.columns[3].numbers[row] = 4.0F;
  expect_error(ErrorCode::data, {"population 'north'", "target 'y'", "same in all 60 rows"}, make);
}

TEST(MakeDataset, ChecksNamesAndRoles) {
  const Table table = small_table();
  const auto with = [&](auto change, ErrorCode code, const Strings& parts) {
    DatasetOptions options = small_options();
    change(options);
    expect_error(code, parts, [&] { make_dataset(table, options, {}); });
  };
  const auto usage = ErrorCode::usage;
  with([](auto& o) { o.target = "why"; }, usage, {"t.csv, column", "'why'", "Known"});
  with([](auto& o) { o.population = {"pp"}; }, usage, {"'pp'", "Did you mean 'p'?"});
  with([](auto& o) { o.features = {"colour"}; }, usage, {"'colour'", "'color'"});
  with([](auto& o) { o.drop = {"colour"}; }, usage, {"'colour'", "'color'"});
  with([](auto& o) { o.categorical = {"colour"}; }, usage, {"'colour'", "'color'"});
  with([](auto& o) { o.features = {"x", "y"}; }, usage, {"'y'", "--target and --features"});
  with([](auto& o) { o.population = {"y"}; }, usage, {"'y'", "--target and --population"});
  with(
      [](auto& o) {
        o.features = {"x"};
        o.drop = {"x"};
      },
      usage, {"--features and --drop"});
  with([](auto& o) { o.features = {"x", "x"}; }, usage, {"named twice"});
  with([](auto& o) { o.target = ""; }, usage, {"--target", "missing"});
  with([](auto& o) { o.population = {}; }, usage, {"--population", "missing"});
  with([](auto& o) { o.min_rows = 0; }, usage, {"--min-rows"});
  with([](auto& o) { o.features = {"same"}; }, ErrorCode::data, {"no usable feature"});
}

TEST(MakeDataset, ListsAllEmptyColumnsAtOnce) {
  Table table = small_table();
  for (const char* name : {"e2", "e1"})
    table.columns.push_back(
        {name, ColumnType::number, std::vector<float>(table.rows, std::nanf("")), {}, {}});
  expect_error(ErrorCode::data, {"t.csv", "e1, e2", "--drop e1,e2"},
               [&] { make_dataset(table, small_options(), {}); });
}

TEST(MakeDataset, LeavesOutCategoriesOfTooManyLevels) {
  Logged log;
  DatasetOptions options = small_options();
  options.max_levels = 2;
  const Dataset data = make_dataset(small_table(), options, log.context);
  ASSERT_EQ(data.features.size(), 1U);
  EXPECT_NE(log.text.find("column 'color' has more than 2 levels"), std::string::npos) << log.text;
}

TEST(MakeDataset, LeavesOutWhatIsConstantInEveryPopulation) {
  Table table = small_table();
  table.columns.push_back({"level", ColumnType::category, {}, {}, {"high", "low"}});
  table.columns.push_back({"site", ColumnType::number, {}, {}, {}});
  table.columns.push_back({"mixed", ColumnType::number, {}, {}, {}});
  for (std::size_t row = 0; row < table.rows; ++row) {
    const bool north = row % 2 == 0;
    table.columns[5].codes.push_back(row == 7 ? -1 : north ? 0 : 1);
    table.columns[6].numbers.push_back(row == 8 ? kMissing : north ? 1.0F : 2.0F);
    table.columns[7].numbers.push_back(north ? 1.0F : static_cast<float>(row % 3));
  }
  Logged log;
  const Dataset data = make_dataset(table, small_options(), log.context);
  Strings names;
  for (const auto& feature : data.features) names.push_back(feature.name);
  EXPECT_EQ(names, (Strings{"color", "mixed", "x"}));
  EXPECT_NE(log.text.find("warning: t.csv: column 'site' is constant in every population; it is "
                          "left out"),
            std::string::npos)
      << log.text;
  ASSERT_EQ(data.left_out.size(), 3U);
  EXPECT_EQ(data.left_out[0].column, "level");
  EXPECT_EQ(data.left_out[0].reason, "is constant in every population");
  EXPECT_EQ(data.left_out[1].column, "same");
  EXPECT_EQ(data.left_out[1].reason, "is constant");
  EXPECT_EQ(data.left_out[2].column, "site");
}

TEST(MakeDataset, RecordsTheColumnsThatTheReaderDidNotStore) {
  std::string text = "id,x,name,y,p\n";
  for (int row = 0; row < 300; ++row)
    text += fmt::format("i{},{},{},{},{}\n", row, row % 7, row % 103 + 0.5, row, row % 2);
  const ScratchFile file(text);
  DatasetOptions options = small_options();
  options.max_levels = 90;
  const auto make = [&] {
    return make_dataset(read_table(file.path(), {}, plan_columns(options), {}), options, {});
  };
  for (const Strings& features : {Strings{}, Strings{"x", "id", "name"}}) {
    options.features = features;
    const Dataset data = make();
    EXPECT_EQ(data.features.size(), 2U);
    ASSERT_EQ(data.left_out.size(), 1U);
    EXPECT_EQ(data.left_out[0].column, "id");
    EXPECT_EQ(data.left_out[0].reason, "has more than 90 levels");
  }
  options.features = {};
  options.categorical = {"name"};  // declared, so the reader stores it
  EXPECT_EQ(make().left_out.size(), 2U);
  options.features = {"id"};
  expect_error(ErrorCode::data, {"no usable feature"}, make);
  options.features = {};
  options.target = "id";
  expect_error(ErrorCode::data, {"target 'id'", "300 distinct values"}, make);
}

TEST(MakeDataset, RefusesATargetThatRoundingLeavesTwoValuesOf) {
  const auto make = [](const std::string& y, Task task, const Strings& categorical) {
    std::string text = "x,y,p\n";
    for (int row = 0; row < 90; ++row)
      text += fmt::format("{},{}{},{}\n", row % 7, y, row % 9, row % 2);
    const ScratchFile file(text);
    DatasetOptions options = small_options();
    options.task = task;
    options.categorical = categorical;
    return make_dataset(read_table(file.path(), {}, plan_columns(options), {}), options, {});
  };
  // 100000000 … 100000008 are 100000000 and 100000008 as floats.
  for (const Task task : {Task::automatic, Task::binary, Task::regression})
    expect_error(ErrorCode::data, {"target 'y'", "single precision", "--categorical y"},
                 [&] { make("10000000", task, {}); });
  EXPECT_EQ(make("10000000", Task::automatic, {"y"}).target_levels.size(), 9U);
  EXPECT_EQ(make("1000000", Task::automatic, {}).task, Task::regression);
  EXPECT_EQ(make("2000000", Task::automatic, {}).task, Task::regression);
  EXPECT_EQ(make("2000000", Task::automatic, {}).populations[0].y.size(), 45U);
}

TEST(MakeDataset, DeclaredCategoriesAreOneHot) {
  DatasetOptions options = small_options();
  options.categorical = {"x"};
  const Dataset data = make_dataset(small_table(), options, {});
  EXPECT_EQ(data.features[1].levels, (Strings{"0", "1", "2", "3", "4", "5", "6", "7", "8"}));
}

TEST(PlanColumns, ReadsPopulationsAsTextAndOnlyWhatIsNeeded) {
  DatasetOptions options = small_options();
  options.categorical = {"color"};
  options.drop = {"same"};
  ColumnPlan plan = plan_columns(options);
  EXPECT_TRUE(plan.keep.empty());
  EXPECT_EQ(plan.drop, (Strings{"same"}));
  EXPECT_EQ(plan.categorical, (Strings{"color", "p"}));
  options.features = {"x", "color"};
  plan = plan_columns(options);
  EXPECT_EQ(plan.keep, (Strings{"x", "color", "y", "p"}));

  // A dropped column is not in the table any more, and that is no error.
  const Table table = read_text("x,same,y,p\n1,2,3,a\n2,2,4,a\n", {}, {{}, {"same"}, {}});
  DatasetOptions two = small_options();
  two.drop = {"same"};
  two.min_rows = 2;
  EXPECT_EQ(make_dataset(table, two, {}).features.size(), 1U);
}

}  // namespace
}  // namespace drfs
