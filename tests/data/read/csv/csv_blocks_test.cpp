// However small the blocks, the pieces are the text: cut at ends of records, with the line numbers
// of the file.
#include "data/read/csv/csv_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using drfs::testing::expect_error;
using drfs::testing::with_threads;

class TextBytes final : public ByteSource {
 public:
  explicit TextBytes(std::string text) : text_(std::move(text)) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = std::min(buffer.size(), text_.size() - done_);
    std::copy_n(text_.data() + done_, count, buffer.data());
    done_ += count;
    return count;
  }
  std::uint64_t stored_bytes_done() const override { return done_; }
  std::uint64_t stored_bytes() const override { return text_.size(); }

 private:
  std::string text_;
  std::size_t done_ = 0;
};

CsvFormat commas() {
  return {',', true, MissingMarkers({})};
}

/// Places in a text of well-formed records where one ends: newlines outside quotes.
std::set<std::size_t> ends_of_records(const std::string& text) {
  std::set<std::size_t> ends;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '\n' && !quoted) ends.insert(i + 1);
  }
  return ends;
}

void expect_whole_records(const std::string& text, const BlockSizes& sizes, int threads) {
  SCOPED_TRACE("block " + std::to_string(sizes.block) + ", piece " + std::to_string(sizes.piece));
  TextBytes bytes(text);
  BlockReader reader(bytes, "a.csv", sizes);
  const auto ends = ends_of_records(text + "\n");
  std::string read;
  std::size_t line = 1;
  while (true) {
    const auto& pieces = reader.next(commas(), with_threads(threads));
    if (pieces.empty()) break;
    for (const auto& piece : pieces) {
      ASSERT_FALSE(piece.text.empty());
      EXPECT_EQ(piece.first_line, line);
      EXPECT_EQ(piece.newlines, static_cast<std::size_t>(std::ranges::count(piece.text, '\n')));
      line += piece.newlines;
      read += piece.text;
      EXPECT_TRUE(ends.contains(read.size())) << read.size();
    }
  }
  EXPECT_TRUE(reader.at_file_end());
  EXPECT_EQ(read, text.empty() || text.ends_with('\n') ? text : text + "\n");
}

TEST(CsvBlocks, ArePiecesOfWholeRecordsForAnySizes) {
  const std::string plain = "1,2\n3,4\r\n\n\nlong line of text,5\n6,7";
  const std::string quoted =
      "a,\"b\nc\"\n\"\"\"x\n\n\"\"\",2\r\n\n3,\"\"\n\"last\nline\",\"\"\"\"\n";
  for (const auto& text : {plain, plain + "\n", quoted, plain + "\n" + quoted, std::string("\n"),
                           std::string("x"), std::string()})
    for (std::size_t block = 1; block < 45; block += block < 9 ? 1 : 5)
      for (const std::size_t piece : {1, 2, 7, 30, 1000})
        expect_whole_records(text, {block, piece, 1000}, block % 2 == 0 ? 1 : 3);
}

TEST(CsvBlocks, PiecesAreNoLongerThanARecordMoreThanAsked) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += std::to_string(i) + ",1\n";
  for (const bool with_quote : {false, true}) {
    TextBytes bytes(with_quote ? "\"a\",b\n" + text : text);
    BlockReader reader(bytes, "a.csv", {1 << 16, 100, 1000});
    const auto& pieces = reader.next(commas(), {});
    EXPECT_GT(pieces.size(), 20U);
    for (const auto& piece : pieces) EXPECT_LT(piece.text.size(), 100U + 6);
  }
}

TEST(CsvBlocks, CutsDependOnTheBytesAlone) {
  const std::string text = "a,b\n\"c\n\",d\ne,f\ng,h\n";
  const auto cuts = [&](int threads) {
    TextBytes bytes(text);
    BlockReader reader(bytes, "a.csv", {12, 4, 100});
    std::vector<std::string> pieces;
    while (true) {
      const auto& next = reader.next(commas(), with_threads(threads));
      if (next.empty()) return pieces;
      for (const auto& piece : next) pieces.emplace_back(piece.text);
    }
  };
  EXPECT_EQ(cuts(1), cuts(4));
  EXPECT_GT(cuts(1).size(), 2U);
}

TEST(CsvBlocks, WhatIsConsumedIsGoneAndItsLinesAreCounted) {
  TextBytes bytes("name,\"two\nlines\"\n1,2\n3,4\n");
  BlockReader reader(bytes, "a.csv", {18, 4, 100});
  EXPECT_EQ(reader.text().substr(0, 4), "name");
  reader.consume(17, 2);
  const auto& pieces = reader.next(commas(), {});
  ASSERT_FALSE(pieces.empty());
  EXPECT_EQ(pieces[0].text, "1,2\n");
  EXPECT_EQ(pieces[0].first_line, 3U);
}

TEST(CsvBlocks, ARecordWithoutEndNamesTheLineItBeginsAt) {
  TextBytes bytes("1,2\n3,4\n5,\"" + std::string(500, 'x'));
  BlockReader reader(bytes, "a.csv", {20, 10, 100});
  expect_error(ErrorCode::data, {"a.csv, line 3", "more than 100 bytes", "close it"}, [&] {
    while (!reader.next(commas(), {}).empty()) {
    }
  });
}

TEST(CsvBlocks, ANulByteFarBehindIsStillNoText) {
  TextBytes bytes("1,2\n3,4\n" + std::string("5,\0\n", 4));
  BlockReader reader(bytes, "a.csv", {1000, 4, 1000});
  expect_error(ErrorCode::data, {"a.csv", "not a text table"},
               [&] { reader.next(commas(), with_threads(2)); });
}

TEST(CheckIsText, SaysWhatTheFileIsInstead) {
  const auto refused = [](const std::string& beginning, const std::string& remedy) {
    expect_error(ErrorCode::data, {"a.csv", "is not a text table", remedy},
                 [&] { check_is_text("a.csv", beginning); });
  };
  refused(std::string("\x1f\x8b\x08\0\0\0\0\0", 8), "let its name end with .gz");
  refused(std::string("PK\x03\x04\x14\0\0\0", 8), "save it as CSV");
  refused(std::string("\xff\xfe"
                      "a\0,\0",
                      6),
          "save it as UTF-8");
  refused(std::string("\xfe\xff\0a\0,", 6), "save it as UTF-8");
  refused(std::string("a,b\n\0", 5), "Give a CSV or TSV file");
}

TEST(CheckIsText, TakesTabsLineEndsAndARareControlByte) {
  EXPECT_NO_THROW(check_is_text("a.csv", "a\tb\r\n\x7F" + std::string(20, 'x')));
  EXPECT_NO_THROW(check_is_text("a.csv", ""));
  EXPECT_NO_THROW(check_is_text("a.csv", "größe,straße\n"));
  EXPECT_THROW(check_is_text("a.csv", "\x01\x02\x03 abc"), Error);
}

}  // namespace
}  // namespace drfs
