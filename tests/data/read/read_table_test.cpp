// What a delimited text means, whatever the blocks and threads it is read with.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <random>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;
using Numbers = std::vector<float>;

TEST(ReadTable, ReadsNumbersAndTexts) {
  const Table table = read_text("a,b,c\n1,x,2.5\n-3e2,y,+.5\n");
  EXPECT_EQ(table.rows, 2U);
  EXPECT_EQ(table.names(), (Strings{"a", "b", "c"}));
  EXPECT_EQ(table.columns[0].numbers, (Numbers{1, -300}));
  EXPECT_EQ(texts_of(table.columns[1]), (Strings{"x", "y"}));
  EXPECT_EQ(table.columns[2].numbers, (Numbers{2.5F, 0.5F}));
}

TEST(ReadTable, LevelsAreSortedByName) {
  const Table table = read_text("g\nzebra\nant\nzebra\nbee\n");
  EXPECT_EQ(table.columns[0].levels, (Strings{"ant", "bee", "zebra"}));
  EXPECT_EQ(table.columns[0].codes, (std::vector<std::int32_t>{2, 0, 2, 1}));
}

TEST(ReadTable, UndoesQuotes) {
  const Table table = read_text(
      "\"a,1\",\"b \"\"x\"\"\",c\n"
      "\"one, two\",\"say \"\"hi\"\"\",\"3\"\n"
      "\"line\nbreak\" , \"\"\"\", \"4\" \n");
  EXPECT_EQ(table.names(), (Strings{"a,1", "b \"x\"", "c"}));
  EXPECT_EQ(texts_of(table.columns[0]), (Strings{"one, two", "line\nbreak"}));
  EXPECT_EQ(texts_of(table.columns[1]), (Strings{"say \"hi\"", "\""}));
  EXPECT_EQ(table.columns[2].numbers, (Numbers{3, 4}));
}

TEST(ReadTable, AcceptsCarriageReturnsByteOrderMarkAndBlankLines) {
  const Table table = read_text(
      "\xEF\xBB\xBF"
      "a,b\r\n1,x\r\n\r\n2,\"y\"\r\n\n\r\n\n");
  EXPECT_EQ(table.names(), (Strings{"a", "b"}));
  EXPECT_EQ(table.columns[0].numbers, (Numbers{1, 2}));
  EXPECT_EQ(texts_of(table.columns[1]), (Strings{"x", "y"}));
}

TEST(ReadTable, TrimsSpacesAroundUnquotedFieldsOnly) {
  const Table table = read_text("a , b, c\n 1 , x y ,\" z \"\n2,?, w\n");
  EXPECT_EQ(table.names(), (Strings{"a", "b", "c"}));
  EXPECT_EQ(table.columns[0].numbers, (Numbers{1, 2}));
  EXPECT_EQ(texts_of(table.columns[1]), (Strings{"x y", "·"}));
  EXPECT_EQ(texts_of(table.columns[2]), (Strings{" z ", "w"}));
}

TEST(ReadTable, ALastLineNeedsNoNewline) {
  EXPECT_EQ(read_text("a,b\n1,2\n3,4").columns[1].numbers, (Numbers{2, 4}));
  EXPECT_EQ(texts_of(read_text("a,b\n1,\"x\"").columns[1]), (Strings{"x"}));
  EXPECT_TRUE(std::isnan(read_text("a,b\n1,2\n3,").columns[1].numbers[1]));
}

TEST(ReadTable, FindsOutTheDelimiter) {
  for (const char delimiter : {',', '\t', ';'}) {
    const std::string d(1, delimiter);
    for (const char* extension : {".csv", ".tsv", ".CSV"}) {
      const ScratchFile file("a" + d + "b\n1" + d + "x y\n", extension);
      const Table table = read_table(file.path(), {}, {}, {});
      ASSERT_EQ(table.names(), (Strings{"a", "b"})) << extension << " " << delimiter;
      EXPECT_EQ(texts_of(table.columns[1]), (Strings{"x y"}));
    }
  }
  ReadOptions options;
  options.delimiter = "|";
  EXPECT_EQ(read_text("a|b,c\n1|2\n", options).names(), (Strings{"a", "b,c"}));
  options.delimiter = "tab";
  EXPECT_EQ(read_text("a\tb\n\t2\n", options).columns[1].numbers, (Numbers{2}));
  options.delimiter = " ";
  EXPECT_EQ(read_text("a b c\n1  3\n", options).columns[2].numbers, (Numbers{3}));
}

TEST(ReadHeader, HasTheNamesOfDelimitedTextAlone) {
  const ScratchFile commas("a,\"b,c\"\n1,2\n", ".csv"), tabs("a b\tc\n1\t2\n", ".tsv");
  EXPECT_EQ(read_header(commas.path(), {}, {}), (Strings{"a", "b,c"}));
  EXPECT_EQ(read_header(tabs.path(), {}, {}), (Strings{"a b", "c"}));
  const ScratchFile other("a,b\n", ".sav");
  expect_error(ErrorCode::usage, {other.path(), ".csv.gz"},
               [&] { read_header(other.path(), {}, {}); });
}

TEST(ReadTable, ADelimiterInsideAQuotedNameIsNoDelimiter) {
  EXPECT_EQ(read_text("\"a,b\";c\n1;2\n").names(), (Strings{"a,b", "c"}));
  EXPECT_EQ(read_text("a; \"b, \"\"x\"\", y\"\n1;2\n").names(), (Strings{"a", "b, \"x\", y"}));
  EXPECT_EQ(read_text("\"a\n,b\"\tc\n1\t2\n").names(), (Strings{"a\n,b", "c"}));
  // A quote inside a name opens nothing.
  EXPECT_EQ(read_text("5\" pipe,\"b;c\"\n1,2\n").names(), (Strings{"5\" pipe", "b;c"}));
}

TEST(ReadTable, MissingMarkersAreThoseDeclared) {
  const Table usual = read_text("a,b\n1,x\nNA,\n?,null\n");
  EXPECT_EQ(usual.columns[0].numbers[0], 1);
  EXPECT_TRUE(std::isnan(usual.columns[0].numbers[1]));
  EXPECT_TRUE(std::isnan(usual.columns[0].numbers[2]));
  EXPECT_EQ(texts_of(usual.columns[1]), (Strings{"x", "·", "·"}));

  ReadOptions options;
  options.missing = {"-9", "none"};
  const Table own = read_text("a,b\n-9,NA\n-9.0,none\n", options);
  EXPECT_TRUE(std::isnan(own.columns[0].numbers[0]));
  EXPECT_EQ(own.columns[0].numbers[1], -9.0F);
  EXPECT_EQ(texts_of(own.columns[1]), (Strings{"NA", "·"}));
}

TEST(ReadTable, AnEmptyFieldIsMissingWhateverTheMarkers) {
  for (const Strings& markers : {Strings{}, Strings{"-9"}, Strings{"none", ""}}) {
    ReadOptions options;
    options.missing = markers;
    const Table table = read_text("a,b\n1,x\n,\n\"\", \n", options);
    EXPECT_EQ(table.columns[0].type, ColumnType::number);
    EXPECT_TRUE(std::isnan(table.columns[0].numbers[1]));
    EXPECT_TRUE(std::isnan(table.columns[0].numbers[2]));
    EXPECT_EQ(texts_of(table.columns[1]), (Strings{"x", "·", "·"}));
  }
}

TEST(ReadTable, WholeNumbersThatAreRoundedAreRemarkedOnOncePerColumn) {
  const ScratchFile file(
      "id,even,small,point,quoted,huge\n"
      "100000000,33554432,16777215,100000001.5,\"1\",1\n"
      "-100000001,20000000,-16777216,1e30,\"+16777217\",123456789012345678901\n"
      "100000003,1,2,3,4,5\n");
  Logged log;
  const Table table = read_table(file.path(), {}, {}, log.context);
  EXPECT_EQ(table.columns[0].numbers[1], -1e8F);
  for (const char* name : {"id", "quoted", "huge"}) EXPECT_TRUE(column_of(table, name).rounded);
  for (const char* name : {"even", "small", "point"}) EXPECT_FALSE(column_of(table, name).rounded);
  EXPECT_EQ(std::ranges::count(log.text, '\n'), 3) << log.text;
  EXPECT_NE(log.text.find("column 'id' has whole numbers above 16,777,216, which are rounded to "
                          "single precision, first '-100000001' in line 3"),
            std::string::npos)
      << log.text;
}

TEST(ReadTable, HalfTextMakesACategoryWhereverTheTextStands) {
  EXPECT_EQ(read_text("a\n1\nx\n").columns[0].type, ColumnType::category);
  EXPECT_EQ(read_text("a\n1\n\"\"\nx\n").columns[0].type, ColumnType::category);
  EXPECT_EQ(read_text("a,b\n,1\n,2\n").columns[0].type, ColumnType::number);

  // Numbers for far more than the sample at the start, then as many texts: a second pass.
  std::string text = "a,b\n";
  for (int i = 0; i < 30000; ++i) text += "1,2\n";
  for (int i = 0; i < 30000; ++i) text += "x,2\n";
  const Table late = read_text(text);
  EXPECT_EQ(late.columns[0].levels, (Strings{"1", "x"}));
  EXPECT_EQ(late.columns[0].codes[59999], 1);
  EXPECT_EQ(late.columns[1].type, ColumnType::number);
}

TEST(ReadTable, TextAtTheStartThenNumbersIsAnErrorThatNamesTheFirstText) {
  std::string text = "a,b\n1,2\n";
  for (int i = 0; i < 20000; ++i) text += "wrong,2\n";
  for (int i = 0; i < 30000; ++i) text += "1,2\n";
  expect_error(ErrorCode::data, {"line 3", "column 'a'", "'wrong'", "20000 of 50001"},
               [&] { read_text(text); });
}

TEST(ReadTable, KeepsOnlyThePlannedColumns) {
  const std::string text = "a,b,c,d\n1,x,01,\"q\"\n2,y,1,q\n";
  const Table table = read_text(text, {}, {{"c", "a", "b"}, {"b"}, {"c"}});
  EXPECT_EQ(table.names(), (Strings{"a", "c"}));
  EXPECT_EQ(table.left_out, (Strings{"b", "d"}));
  EXPECT_EQ(texts_of(table.columns[1]), (Strings{"01", "1"}));
  const Table synthetic = read_table("synth:1?rows=30", {}, {{}, {"x3"}, {"x0"}}, {});
  EXPECT_EQ(synthetic.left_out, (Strings{"x3"}));
  EXPECT_EQ(column_of(synthetic, "x0").type, ColumnType::category);
}

TEST(ReadTable, HugeNumbersOfBlanksNeedLittleRoom) {
  std::string text;
  for (int c = 0; c < 2000; ++c) text += fmt::format("{}c{}", c > 0 ? "," : "", c);
  text += std::string(500000, '\n');
  for (int c = 0; c < 2000; ++c) text += c > 0 ? ",1" : "\n1";
  EXPECT_EQ(read_text(text + "\n").rows, 1U);
}

// ---- the same table, whatever the blocks, the pieces and the threads ------------------

std::string mixed_text(bool quotes, const char* newline) {
  std::mt19937 random(7);
  std::string text = std::string("id,value,group,note") + newline;
  for (int row = 0; row < 400; ++row) {
    text += std::to_string(row) + "," + std::to_string(0.37 * static_cast<double>(random() % 999));
    text += row % 7 == 0 ? "," : fmt::format(",g{}", random() % 23);
    if (quotes && row % 3 == 0) {
      text += ",\"a \"\"quoted\"\", ";
      text += row % 2 == 0 ? "\n\nbreak\"" : "text\"";
    } else {
      text += fmt::format(",n{}", random() % 50);
    }
    text += newline;
  }
  return text;
}

TEST(ReadInBlocks, GivesTheSameTableForAnyBlocksAndThreads) {
  for (const bool quotes : {false, true}) {
    for (const char* newline : {"\n", "\r\n"}) {
      const std::string text = mixed_text(quotes, newline);
      const Table whole = read_text(text);
      ASSERT_EQ(whole.rows, 400U);
      for (const std::size_t block : {64, 97, 128, 500, 4096})
        for (const std::size_t piece : {1, 40, 333})
          for (const int threads : {1, 2, 4}) {
            SCOPED_TRACE(::testing::Message()
                         << quotes << " " << block << " " << piece << " " << threads);
            expect_same_table(read_in_blocks(text, block, piece, threads), whole);
          }
    }
  }
}

/// An identifier of 400 values, a group of 5, a text of 6 at the end only, and a number.
std::string text_with_identifier() {
  std::string text = "id,group,late,x\n";
  for (int row = 0; row < 400; ++row)
    text += fmt::format("id-{},g{},t{},{}\n", row, row % 5, row < 395 ? 0 : row - 394, row);
  return text;
}

TEST(ReadInBlocks, ATextOfTooManyLevelsIsNotStoredWhateverTheBlocks) {
  const std::string text = text_with_identifier();
  for (const std::size_t block : {64, 500, 100000})
    for (const std::size_t piece : {1, 333, 100000})
      for (const int threads : {1, 4}) {
        const auto read = [&](const ColumnPlan& plan) {
          return read_in_blocks(text, block, piece, threads, ".csv", plan);
        };
        const Table five = read({{}, {}, {}, 5, ""});
        EXPECT_EQ(five.too_many_levels, (Strings{"id", "late"}));
        EXPECT_EQ(five.names(), (Strings{"group", "x"}));
        EXPECT_EQ(five.rows, 400U);
        const Table six = read({{}, {}, {}, 6, ""});
        EXPECT_EQ(six.too_many_levels, (Strings{"id"}));
        EXPECT_EQ(column_of(six, "late").codes[399], 5);
        EXPECT_EQ(read({{}, {}, {}, 4, "late"}).too_many_levels, (Strings{"id", "group"}));
        EXPECT_EQ(read({{}, {}, {"id"}, 5, "late"}).too_many_levels, Strings{});
        EXPECT_EQ(read({{}, {"id"}, {}, 5, "late"}).too_many_levels, Strings{});
        EXPECT_EQ(read({}).too_many_levels, Strings{});
      }
}

TEST(ReadInBlocks, ATextOfTooManyLevelsIsStillHeldToBeMostlyText) {
  std::string text = "a\n";
  for (int i = 0; i < 20000; ++i) text += fmt::format("wrong{}\n", i);
  for (int i = 0; i < 30000; ++i) text += fmt::format("{}\n", i);
  expect_error(ErrorCode::data, {"line 2", "column 'a'", "'wrong0'", "20000 of 50000"}, [&] {
    read_text(text, {}, {{}, {}, {}, 100, ""});
  });
}

TEST(ReadInBlocks, GzipEqualsPlain) {
  const std::string text = mixed_text(true, "\n");
  expect_same_table(read_in_blocks(text, 512, 100, 2, ".csv.gz"), read_text(text));
}

TEST(ReadInBlocks, LineNumbersAreThoseOfTheFile) {
  for (const bool quotes : {false, true}) {
    std::string text = mixed_text(quotes, "\n");
    const auto line = 1 + std::count(text.begin(), text.end(), '\n');
    for (const int threads : {1, 2, 4}) {
      const auto at = "line " + std::to_string(line) + ":";
      expect_error(ErrorCode::data, {at, "has 2 fields, but the header has 4"},
                   [&] { read_in_blocks(text + "1,2\n5,6,7\n", 200, 50, threads); });
      const auto place = "line " + std::to_string(line) + ", column 'value': 'oops'";
      expect_error(ErrorCode::data, {place},
                   [&] { read_in_blocks(text + "1,oops,,\n1,later,,\n", 200, 50, threads); });
    }
  }
}

TEST(ReadInBlocks, ReportsProgressAndStops) {
  const ScratchFile file(mixed_text(false, "\n"));
  Context context;
  double done = 0;
  double total = 0;
  context.on_progress = [&](const Progress& p) {
    EXPECT_EQ(p.stage, "read");
    EXPECT_GE(p.done, done);
    done = p.done;
    total = p.total;
  };
  read_delimited(file.path(), {}, {}, {}, context, {256, 64, 4096});
  EXPECT_EQ(done, total);
  EXPECT_EQ(total, static_cast<double>(std::filesystem::file_size(file.path())));
  const std::atomic<bool> stop{true};
  context.stop = &stop;
  expect_error(ErrorCode::interrupted, {}, [&] { read_table(file.path(), {}, {}, context); });
}

TEST(WriteCsv, ReadsBackBitForBit) {
  std::mt19937 random(3);
  Table table;
  table.rows = 5000;
  table.columns = {{"x", ColumnType::number, {}, {}, {}},
                   {"na,me\n\"", ColumnType::category, {}, {}, {" lead", "a,b", "plain", "q\"\n"}}};
  for (std::size_t row = 0; row < table.rows; ++row) {
    float value = 0;
    do value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    while (std::isnan(value) || std::isinf(value));
    table.columns[0].numbers.push_back(row % 10 == 0 ? std::nanf("") : value);
    table.columns[1].codes.push_back(static_cast<std::int32_t>(random() % 5) - 1);
  }
  for (const char* extension : {".csv", ".csv.gz", ".CSV.GZ"}) {
    const ScratchFile file("", extension);
    write_csv(table, file.path());
    EXPECT_EQ(file.raw().starts_with("\x1f\x8b"), extension != std::string(".csv"));
    expect_same_table(read_table(file.path(), {}, {}, {}), table);
  }
}

}  // namespace
}  // namespace drfs
