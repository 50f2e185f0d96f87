// One piece of a file to columns: numbers as the C library reads them, codes that count on from the
// known levels, and notes of what was odd.
#include "data/read/csv/csv_parser.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using drfs::testing::expect_error;
using Strings = std::vector<std::string>;
using Numbers = std::vector<float>;

/// Kinds by letter: n a number, c a category, d a declared category, - not kept.
CsvLayout layout_of(const std::string& kinds, const Strings& missing = {"NA"},
                    std::size_t most_levels = 0) {
  CsvLayout layout{"a.csv", {',', true, MissingMarkers(missing)}, {}, {}, 0, 0};
  for (const char kind : kinds) {
    const bool kept = kind != '-';
    layout.slot_of_field.push_back(kept ? static_cast<std::int32_t>(layout.slots.size()) : -1);
    if (kept)
      layout.slots.push_back(
          {std::string(1, kind), kind == 'd', kind != 'n', kind == 'c' ? most_levels : 0, 0});
  }
  layout.index_slots();
  return layout;
}

CsvPiece piece_of(std::string_view text, std::size_t first_line = 2) {
  return {text, static_cast<std::size_t>(std::ranges::count(text, '\n')), first_line};
}

/// Parses without known levels.
struct Parsed {
  CsvLayout layout;
  std::vector<Dictionary> known;
  ParsedPiece piece;

  Parsed(CsvLayout wanted, std::string_view text)
      : layout(std::move(wanted)), known(layout.category_slots) {
    piece.parse(piece_of(text), layout, known);
  }
  Numbers numbers(std::size_t index) const {
    return {piece.numbers(index), piece.numbers(index) + piece.rows()};
  }
  Strings texts(std::size_t index) const {
    Strings out;
    for (std::size_t row = 0; row < piece.rows(); ++row) {
      const std::int32_t code = piece.codes(index)[row];
      out.push_back(code < 0 ? "·" : piece.fresh(index).level(code));
    }
    return out;
  }
};

TEST(CsvParser, SortsFieldsIntoTheirSlots) {
  const Parsed parsed(layout_of("n-cn"), "1,skip,x,2.5\n-3,\"a,b\",y,NA\n4,,x,1e3\n");
  EXPECT_EQ(parsed.piece.rows(), 3U);
  EXPECT_EQ(parsed.numbers(0), (Numbers{1, -3, 4}));
  EXPECT_TRUE(drfs::testing::same_bits(parsed.numbers(1), {2.5F, kMissing, 1000}));
  EXPECT_EQ(parsed.texts(0), (Strings{"x", "y", "x"}));
  EXPECT_EQ(parsed.piece.notes(2).missing, 1U);
}

TEST(CsvParser, BlankLinesAreNoRowsButLines) {
  const Parsed parsed(layout_of("n"), "\n1\n\r\n\n2\r\nx\n");
  EXPECT_EQ(parsed.piece.rows(), 3U);
  EXPECT_EQ(parsed.piece.notes(0).first_text.line, 7U);
  EXPECT_EQ(parsed.piece.notes(0).first_text.value, "x");
}

TEST(CsvParser, ANumberIsTheSameWhereverItStands) {
  // The fast road may look 32 bytes ahead; near the end of the piece another one is taken, and
  // quotes, spaces, plus signs and carriage returns make a third.
  const Strings tokens = {"0.1",
                          "-12.345678",
                          "16777217",
                          "0.30000001192092896",
                          "1e-7",
                          "123456789.5",
                          "1234567.125",
                          "-0",
                          ".5",
                          "5.",
                          "1.00000005960464477539",
                          "3.4028235e38",
                          "00012.50",
                          "7"};
  for (const auto& token : tokens) {
    const float expected = std::strtof(token.c_str(), nullptr);
    for (const auto& field : {token, " " + token + " ", '"' + token + '"', token + "\r"})
      for (const std::size_t rows_behind : {0, 1, 40}) {
        std::string text = field + "\n";
        for (std::size_t i = 0; i < rows_behind; ++i) text += "1\n";
        const Parsed parsed(layout_of("n"), text);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(parsed.numbers(0)[0]),
                  std::bit_cast<std::uint32_t>(expected))
            << field;
        EXPECT_EQ(parsed.piece.notes(0).texts, 0U) << field;
      }
  }
}

TEST(CsvParser, ANumberMayStandForMissing) {
  const Parsed parsed(layout_of("nc", {"-9", "x"}), "-9,-9\n-9.0,x\n9,y\n");
  EXPECT_TRUE(drfs::testing::same_bits(parsed.numbers(0), {kMissing, -9, 9}));
  EXPECT_EQ(parsed.texts(0), (Strings{"·", "·", "y"}));
}

TEST(CsvParser, NotesTheFirstOfEachKindWithItsLine) {
  const Parsed parsed(layout_of("n"),
                      "1\n1e39\nbad\n-inf\n\"two\nlines\"\n16777217\n\xE9\n99999999999\n");
  const ColumnNotes& notes = parsed.piece.notes(0);
  EXPECT_EQ(notes.first_infinite.line, 3U);
  EXPECT_EQ(notes.first_infinite.value, "1e39");
  EXPECT_EQ(notes.first_text.line, 4U);
  EXPECT_EQ(notes.texts, 3U);
  EXPECT_EQ(notes.first_rounded.line, 8U);
  EXPECT_EQ(notes.first_rounded.value, "16777217");
  EXPECT_EQ(notes.first_not_utf8.line, 9U);
  EXPECT_EQ(notes.first_not_utf8.value, "\\xE9");
}

TEST(CsvParser, OnlyADeclaredCategoryIsNotHeldToBeText) {
  const Parsed parsed(layout_of("cd"), "1,1\nx,x\n2.5,2.5\n");
  EXPECT_EQ(parsed.piece.notes(0).texts, 1U);
  EXPECT_EQ(parsed.piece.notes(0).first_text.line, 3U);
  EXPECT_EQ(parsed.piece.notes(1).texts, 0U);
  EXPECT_EQ(parsed.texts(1), (Strings{"1", "x", "2.5"}));
}

TEST(CsvParser, CodesCountOnFromTheKnownLevels) {
  const CsvLayout layout = layout_of("c");
  std::vector<Dictionary> known(1);
  known[0].insert("b");
  known[0].insert("a");
  ParsedPiece piece;
  piece.parse(piece_of("a\nz\nb\ny\nz\nNA\n"), layout, known);
  EXPECT_EQ(std::vector(piece.codes(0), piece.codes(0) + 6),
            (std::vector<std::int32_t>{1, 2, 0, 3, 2, -1}));
  EXPECT_EQ(piece.fresh(0).levels(), (Strings{"z", "y"}));
}

TEST(CsvParser, APieceLeavesNoTraceInTheNext) {
  const CsvLayout layout = layout_of("nc");
  const std::vector<Dictionary> none(1);
  ParsedPiece used, fresh;
  used.parse(piece_of("x,a\n1e99,b\n,c\n4,d\n5,e\n"), layout, none);
  const std::string text = "7,e\n8,f\n";
  used.parse(piece_of(text, 9), layout, none);
  fresh.parse(piece_of(text, 9), layout, none);
  EXPECT_EQ(used.rows(), 2U);
  EXPECT_EQ(used.fresh(0).levels(), fresh.fresh(0).levels());
  EXPECT_EQ(used.notes(0).texts + used.notes(0).missing + used.notes(0).first_infinite.line, 0U);
  EXPECT_EQ(used.numbers(0)[1], 8);
  EXPECT_EQ(used.codes(0)[1], fresh.codes(0)[1]);
}

TEST(CsvParser, TooManyLevelsAreForgottenButTheRowsAreCounted) {
  const Parsed parsed(layout_of("c", {}, 2), "a\nb\na\nc\nd\n1\n");
  EXPECT_TRUE(parsed.piece.fresh(0).gave_up());
  EXPECT_EQ(parsed.piece.rows(), 6U);
  EXPECT_EQ(parsed.piece.notes(0).texts, 5U);
}

TEST(CsvParser, ALineOfAnotherLengthNamesItselfAndBothLengths) {
  for (const auto& [text, problem] :
       {std::pair{"1,2\n3\n", "line 3: has 1 field, but the header has 2"},
        {"1,2\n\n3,4,5\n", "line 4: has 3 fields, but the header has 2"},
        {"\"1\n\",2\n3,4,\n", "line 4: has 3 fields"},
        {"1,\"2\n2\",\"3\n3\"\n", "line 2: has 3 fields"}})
    expect_error(ErrorCode::data, {"a.csv, ", problem, "--delimiter"},
                 [&] { Parsed(layout_of("nn"), text); });
  // Fields that are not kept count as well.
  expect_error(ErrorCode::data, {"has 1 field, but the header has 3"},
               [] { Parsed(layout_of("n--"), "1\n"); });
}

TEST(ColumnNotes, OfLaterRowsAddUpAndTheFirstOfAKindStays) {
  ColumnNotes first, later;
  first.missing = 2;
  first.first_text.note(4, "a");
  first.first_text.note(3, "b");  // what is noted stays, whatever its line
  later.missing = 3;
  later.texts = 5;
  later.first_text.note(9, "c");
  later.first_rounded.note(8, "16777217");
  first.append(later);
  EXPECT_EQ(first.missing, 5U);
  EXPECT_EQ(first.texts, 5U);
  EXPECT_EQ(first.first_text.value, "a");
  EXPECT_EQ(first.first_text.line, 4U);
  EXPECT_EQ(first.first_rounded.line, 8U);
  EXPECT_EQ(first.first_infinite.line, 0U);
}

TEST(ColumnNotes, HalfOfTheValuesMakeAText) {
  const auto mostly = [](std::size_t rows, std::size_t missing, std::size_t texts) {
    ColumnNotes notes;
    notes.missing = missing;
    notes.texts = texts;
    return notes.mostly_text(rows);
  };
  EXPECT_TRUE(mostly(10, 0, 5));
  EXPECT_FALSE(mostly(10, 0, 4));
  EXPECT_TRUE(mostly(10, 2, 4));    // of the eight that have a value
  EXPECT_FALSE(mostly(10, 10, 0));  // a column without values is no text
}

}  // namespace
}  // namespace drfs
