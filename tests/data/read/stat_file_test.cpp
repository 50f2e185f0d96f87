// What a file of SPSS, Stata or SAS means: types, labels, missing values, and what is kept.
#include "data/read/stat_writer.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;

Table read_stat(const std::string& extension, const std::vector<WrittenVariable>& variables,
                const ColumnPlan& plan = {}, const ReadOptions& options = {},
                const Context& context = {}) {
  const ScratchFile file(stat_bytes(extension, variables), extension);
  return read_table(file.path(), options, plan, context);
}

WrittenVariable coded_sex(readstat_measure_t measure = READSTAT_MEASURE_UNKNOWN) {
  return {"sex", {1, 2, 2, 1}, {}, "Sex of the person", {{1, "Male"}, {2, "Female"}}, measure};
}

ColumnPlan population_plan(const std::string& name) {
  return {{}, {}, {name}};
}

TEST(StatFile, EveryFormatGivesTheTableThatACsvGives) {
  const std::vector<WrittenVariable> variables = {{"AGE", {31, 42.5, kNone, 0.1}, {}},
                                                  {"TOWN", {}, {"Ulm", "Bonn", "", "Ulm"}}};
  const Table csv = read_text("AGE,TOWN\n31,Ulm\n42.5,Bonn\n,\n0.1,Ulm\n");
  for (const char* extension : {".sav", ".zsav", ".por", ".dta", ".sas7bdat"}) {
    SCOPED_TRACE(extension);
    expect_same_table(read_stat(extension, variables), csv);
  }
}

TEST(StatFile, TextsAreUtf8AndLoseTheBlanksThatFillThem) {
  for (const char* extension : {".sav", ".dta", ".sas7bdat"}) {
    SCOPED_TRACE(extension);
    const Table table = read_stat(extension, {{"town", {}, {"Köln  ", " x", "日本", "Köln"}}});
    EXPECT_EQ(texts_of(table.columns[0]), (Strings{"Köln", " x", "日本", "Köln"}));
  }
}

TEST(StatFile, AColumnKeepsItsQuestionAndTheNamesOfItsNumbers) {
  const WrittenVariable mood = {
      "mood", {1, 5, 3}, {}, "Wie fühlen Sie sich?", {{1, "bad"}, {5, "good"}}};
  for (const char* extension : {".sav", ".zsav"}) {
    const Table table = read_stat(extension, {mood});
    const Column& column = table.columns[0];
    EXPECT_EQ(column.type, ColumnType::number);
    EXPECT_EQ(column.label, "Wie fühlen Sie sich?");
    ASSERT_EQ(column.value_labels.size(), 2U);
    EXPECT_EQ(column.value_labels[1].value, 5);
    EXPECT_EQ(column.value_labels[1].label, "good");
  }
}

TEST(StatFile, APopulationIsCalledByItsLabels) {
  for (const auto measure : {READSTAT_MEASURE_UNKNOWN, READSTAT_MEASURE_SCALE}) {
    const Table table = read_stat(".sav", {coded_sex(measure)}, population_plan("sex"));
    EXPECT_EQ(texts_of(table.columns[0]), (Strings{"Male", "Female", "Female", "Male"}));
    EXPECT_EQ(table.columns[0].levels, (Strings{"Female", "Male"}));
  }
  WrittenVariable stata = coded_sex();
  stata.type = READSTAT_TYPE_INT32;
  EXPECT_EQ(read_stat(".dta", {stata}, population_plan("sex")).columns[0].levels,
            (Strings{"Female", "Male"}));
  EXPECT_EQ(read_stat(".dta", {stata}).columns[0].numbers, (std::vector<float>{1, 2, 2, 1}));
}

TEST(StatFile, ATableReadWithoutAPlanStillNamesItsPopulations) {
  WrittenVariable y = {"y", {}, {}}, x = {"x", {}, {}}, sex = coded_sex();
  sex.numbers.clear();
  for (int i = 0; i < 60; ++i) {
    sex.numbers.push_back(1 + i % 2);
    x.numbers.push_back(i);
    y.numbers.push_back(i * i % 17);
  }
  x.label = "A number";
  DatasetOptions options;
  options.target = "y";
  options.population = {"sex"};
  options.min_rows = 10;
  const Dataset data = make_dataset(read_stat(".sav", {sex, x, y}), options, {});
  EXPECT_EQ(data.populations[0].name, "Female");
  EXPECT_EQ(data.populations[1].name, "Male");
  EXPECT_EQ(data.features[0].label, "A number");
}

TEST(StatFile, ANominalNumberIsACategoryAndAnOrdinalOneIsNot) {
  const auto type = [](readstat_measure_t measure) {
    return read_stat(".sav", {coded_sex(measure)}).columns[0].type;
  };
  EXPECT_EQ(type(READSTAT_MEASURE_NOMINAL), ColumnType::category);
  EXPECT_EQ(type(READSTAT_MEASURE_ORDINAL), ColumnType::number);
  EXPECT_EQ(type(READSTAT_MEASURE_SCALE), ColumnType::number);
  EXPECT_EQ(type(READSTAT_MEASURE_UNKNOWN), ColumnType::number);
  const Table table = read_stat(
      ".sav",
      {{"code", {7, 1000000, 2.5, 16777217}, {}, "", {{7, "seven"}}, READSTAT_MEASURE_NOMINAL}});
  EXPECT_EQ(texts_of(table.columns[0]), (Strings{"seven", "1000000", "2.5", "16777217"}));
}

TEST(StatFile, ATargetWhoseValuesAllHaveLabelsIsACategoryUnlessANumberIsWanted) {
  ColumnPlan plan{{}, {}, {}, 0, "sex"};
  EXPECT_EQ(read_stat(".sav", {coded_sex()}, plan).columns[0].levels, (Strings{"Female", "Male"}));
  EXPECT_EQ(read_stat(".sav", {coded_sex(READSTAT_MEASURE_ORDINAL)}, plan).columns[0].type,
            ColumnType::number);
  WrittenVariable partly = coded_sex();
  partly.numbers[0] = 3;
  EXPECT_EQ(read_stat(".sav", {partly}, plan).columns[0].type, ColumnType::number);
  plan.target_is_number = true;
  for (const auto measure : {READSTAT_MEASURE_UNKNOWN, READSTAT_MEASURE_NOMINAL})
    EXPECT_EQ(read_stat(".sav", {coded_sex(measure)}, plan).columns[0].numbers,
              (std::vector<float>{1, 2, 2, 1}));
  DatasetOptions options;
  options.target = "sex";
  options.population = {"town"};
  EXPECT_FALSE(plan_columns(options).target_is_number);
  options.task = Task::regression;
  EXPECT_TRUE(plan_columns(options).target_is_number);
}

TEST(StatFile, CodesThatShareALabelStayApart) {
  const WrittenVariable place = {
      "place", {1, 2, 3, 4}, {}, "", {{1, "other"}, {2, "other"}, {3, "4"}}};
  const Table table = read_stat(".sav", {place}, population_plan("place"));
  EXPECT_EQ(texts_of(table.columns[0]), (Strings{"other (1)", "other (2)", "4 (3)", "4 (4)"}));
}

TEST(StatFile, WhatTheFileDeclaresMissingIsMissing) {
  WrittenVariable age = {"age", {30, 998, 999, -1, 40}, {}};
  age.missing = {{-9, -1}, {999, 999}};
  const auto numbers = read_stat(".sav", {age}).columns[0].numbers;
  EXPECT_TRUE(same_bits(numbers, {30, 998, kMissing, kMissing, 40}));
  age.measure = READSTAT_MEASURE_NOMINAL;
  EXPECT_EQ(texts_of(read_stat(".sav", {age}).columns[0]), (Strings{"30", "998", "·", "·", "40"}));

  WrittenVariable tagged = {"age", {30, 0, 0, kNone, 40}, {}};
  for (const bool stata : {true, false}) {
    tagged.tags = stata ? std::map<std::size_t, char>{{1, 'a'}, {2, 'z'}}
                        : std::map<std::size_t, char>{{1, 'A'}, {2, '_'}};
    EXPECT_TRUE(same_bits(read_stat(stata ? ".dta" : ".sas7bdat", {tagged}).columns[0].numbers,
                          {30, kMissing, kMissing, kMissing, 40}));
  }
}

TEST(StatFile, WhatTheUserDeclaresMissingIsATextANumberOrALabel) {
  const WrittenVariable age = {
      "age", {30, 99, 98, 97, 40}, {}, "", {{97, "N/A"}, {98, "don't know"}}};
  const WrittenVariable town = {"town", {}, {"Ulm", "?", "none", "", "99"}};
  ReadOptions options;
  options.missing = {"99", "don't know", "none", "N/A"};
  const Table table = read_stat(".sav", {age, town}, {}, options);
  EXPECT_TRUE(same_bits(table.columns[0].numbers, {30, kMissing, kMissing, kMissing, 40}));
  EXPECT_EQ(texts_of(table.columns[1]), (Strings{"Ulm", "?", "·", "·", "·"}));
}

TEST(StatFile, OnlyWhatThePlanKeepsIsStored) {
  const std::vector<WrittenVariable> variables = {
      {"a", {1, 2, 3}, {}}, {"b", {}, {"x", "y", "z"}}, {"c", {4, 5, 6}, {}}};
  for (const char* extension : {".sav", ".dta", ".sas7bdat"}) {
    SCOPED_TRACE(extension);
    const Table kept = read_stat(extension, variables, {{"c", "a"}, {"a"}, {}});
    EXPECT_EQ(kept.names(), Strings{"c"});
    EXPECT_EQ(kept.left_out, (Strings{"a", "b"}));
    EXPECT_EQ(kept.columns[0].numbers, (std::vector<float>{4, 5, 6}));
    const Table few = read_stat(extension, variables, {{}, {}, {"c"}, 2, ""});
    EXPECT_EQ(few.too_many_levels, Strings{"b"});
    EXPECT_EQ(texts_of(few.columns[1]), (Strings{"4", "5", "6"}));
    EXPECT_EQ(few.rows, 3U);
  }
}

TEST(StatFile, LargeWholeNumbersAreRoundedWithAWarningAndStayApartAsCodes) {
  const WrittenVariable id = {"id", {16777216, 16777217}, {}};
  Logged log;
  const Table table = read_stat(".sav", {id}, {}, {}, log.context);
  EXPECT_TRUE(table.columns[0].rounded);
  EXPECT_NE(log.text.find("'16777217' in row 2"), std::string::npos) << log.text;
  EXPECT_EQ(texts_of(read_stat(".sav", {id}, population_plan("id")).columns[0]),
            (Strings{"16777216", "16777217"}));
}

TEST(StatFile, WhatIsMadeOfNumbersWithNamesIsSaid) {
  Logged log;
  WrittenVariable mood = {"mood", {1, 2, 3, 4}, {}, "", {{1, "bad"}}};
  read_stat(".sav", {coded_sex(READSTAT_MEASURE_NOMINAL), mood}, {}, {}, log.context);
  EXPECT_NE(log.text.find("nominal numbers are read as categories: sex\n"), std::string::npos);
  EXPECT_NE(log.text.find("--categorical: mood\n"), std::string::npos) << log.text;
}

TEST(StatFile, AStopEndsTheReading) {
  const std::atomic<bool> stop{true};
  Context context;
  context.stop = &stop;
  expect_error(ErrorCode::interrupted, {}, [&] {
    read_stat(".sav", {{"a", {1, 2}, {}}}, {}, {}, context);
  });
}

}  // namespace
}  // namespace drfs
