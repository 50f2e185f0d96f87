// The scanner of fields and record ends, on records whose fields are known, and the choice of the
// delimiter.
#include "data/read/csv/csv_format.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using drfs::testing::expect_error;
using Strings = std::vector<std::string>;

CsvFormat format_of(char delimiter = ',') {
  return {delimiter, delimiter != ' ', MissingMarkers({})};
}

/// The fields of the record that the text begins with, and the newlines inside their quotes.
Strings fields_of(const std::string& text, const CsvFormat& format,
                  std::size_t* newlines = nullptr) {
  static const std::string source = "a.csv";
  Strings fields;
  std::string scratch;
  const char* at = text.data();
  while (true) {
    const Field field = next_field(at, text.data() + text.size(), format, scratch, {source, 5});
    fields.emplace_back(field.text);
    if (newlines != nullptr) *newlines += field.newlines;
    if (*at++ == '\n') return fields;
  }
}

TEST(CsvField, IsWhatStandsBetweenDelimiters) {
  EXPECT_EQ(fields_of("a,b c,,\"d\"\n", format_of()), (Strings{"a", "b c", "", "d"}));
  EXPECT_EQ(fields_of("a,b\r\n", format_of()), (Strings{"a", "b"}));
  EXPECT_EQ(fields_of("\"a\",\"b\"\r\n", format_of()), (Strings{"a", "b"}));
  EXPECT_EQ(fields_of("a;b,c\n", format_of(';')), (Strings{"a", "b,c"}));
  EXPECT_EQ(fields_of("\n", format_of()), Strings{""});
}

TEST(CsvField, AQuoteInsideAFieldIsACharacter) {
  EXPECT_EQ(fields_of("5\" pipe,a\"b\"\n", format_of()), (Strings{"5\" pipe", "a\"b\""}));
}

TEST(CsvField, SpacesAreTrimmedUnlessTheyDelimit) {
  EXPECT_EQ(fields_of("  a  , \" b \" ,  \n", format_of()), (Strings{"a", " b ", ""}));
  EXPECT_EQ(fields_of("a  \"b c\" d\n", format_of(' ')), (Strings{"a", "", "b c", "d"}));
  // A tab is no space: between two commas it is text.
  EXPECT_EQ(fields_of("\ta,b\t\n", format_of()), (Strings{"\ta", "b\t"}));
}

TEST(CsvField, AQuoteThatIsNeverClosedNamesTheLineWhereItOpens) {
  expect_error(ErrorCode::data, {"a.csv, line 5", "quote that is never closed", "Close it"},
               [] { fields_of("1,\"x\ny\n", format_of()); });
  expect_error(ErrorCode::data, {"never closed"}, [] { fields_of("\"x\"\"\n", format_of()); });
}

TEST(CsvField, TextAfterAClosingQuoteNamesTheFieldAndTheLine) {
  expect_error(ErrorCode::data, {"a.csv, line 7", "'x\n\n'", "after its closing quote", "Double"},
               [] { fields_of("\"x\n\n\" y,2\n", format_of()); });
}

/// Random fields, each written with quotes where it needs them and sometimes where it does not.
struct Record {
  Strings fields;
  std::string text;
  std::size_t newlines_in_quotes = 0;
};

Record random_record(std::mt19937& random, char delimiter) {
  const std::string alphabet = std::string("ab \"\"\n\r7.") + delimiter;
  Record record;
  for (std::size_t f = 1 + random() % 4; f > 0; --f) {
    std::string field;
    for (std::size_t n = random() % 6; n > 0; --n) field += alphabet[random() % alphabet.size()];
    const bool needs = field.find_first_of(std::string(" \"\n\r") + delimiter) != std::string::npos;
    std::string written = field;
    if (needs || random() % 3 == 0) {
      written = "\"";
      for (const char c : field) written += c == '"' ? "\"\"" : std::string(1, c);
      written += '"';
      record.newlines_in_quotes += static_cast<std::size_t>(std::ranges::count(field, '\n'));
    }
    record.fields.push_back(field);
    record.text += written + (f > 1               ? std::string(1, delimiter)
                              : random() % 2 == 0 ? "\n"
                                                  : "\r\n");
  }
  return record;
}

TEST(CsvRecord, WhateverIsWrittenIsReadAndItsEndIsFound) {
  std::mt19937 random(1);
  for (const char delimiter : {',', '\t', ' ', '|'}) {
    const CsvFormat format = format_of(delimiter);
    for (int i = 0; i < 2000; ++i) {
      const Record record = random_record(random, delimiter);
      SCOPED_TRACE(record.text);
      std::size_t newlines = 0;
      ASSERT_EQ(fields_of(record.text, format, &newlines), record.fields);
      ASSERT_EQ(newlines, record.newlines_in_quotes);
      // The end is found when it is there and not before, whatever follows.
      const std::string more = record.text + "\"x,\n";
      const char* const first = more.data();
      ASSERT_EQ(record_end(first, first + more.size(), format), first + record.text.size());
      for (std::size_t n = 0; n < record.text.size(); ++n)
        ASSERT_EQ(record_end(first, first + n, format), nullptr) << n;
    }
  }
}

TEST(CsvDelimiter, IsTheUsualOneUnlessTheHeaderHasOnlyOthers) {
  struct Case {
    char usual;
    const char* text;
    char expected;
  };
  for (const auto& [usual, text, expected] : {Case{',', "a,b\n", ','},
                                              {',', "a;b\n", ';'},
                                              {',', "a\tb;c\n", '\t'},
                                              {',', "a,b;c\td\n", ','},
                                              {'\t', "a,b\n", ','},
                                              {'\t', "a\n1,2\n", '\t'},   // the header counts
                                              {',', "\"x,y\";b\n", ';'},  // not inside quotes
                                              {',', "\"x\n,y\"\tb\n", '\t'},
                                              {',', "a\"b,c\";d\n", ','},  // no quote opens there
                                              {',', "a\n", ','},
                                              {',', "", ','}})
    EXPECT_EQ(choose_delimiter({}, usual, text), expected) << text;
}

TEST(CsvDelimiter, IsTheOneThatIsNamedOrTheNameIsRefused) {
  const auto chosen = [](const std::string& name) {
    ReadOptions options;
    options.delimiter = name;
    return choose_delimiter(options, ',', "a,b;c\n");
  };
  EXPECT_EQ(chosen("tab"), '\t');
  EXPECT_EQ(chosen("\\t"), '\t');
  for (const char c : {';', '|', ' ', ':', '~', ','}) EXPECT_EQ(chosen(std::string(1, c)), c);
  for (const char* name : {"", "ab", "\"", "\n", "x", "7", ".", "-", "+", "_", ";;"})
    expect_error(ErrorCode::usage,
                 {"option --delimiter", "is not a delimiter", "Give auto, tab, or one character"},
                 [&] { chosen(name); });
}

TEST(MissingMarkers, AreWholeTokensAndTheEmptyOne) {
  const MissingMarkers markers({"NA", "-9", "n/a"});
  for (const char* token : {"", "NA", "-9", "n/a"}) EXPECT_TRUE(markers.contains(token)) << token;
  for (const char* token : {"N", "NAN", "na", "-9.0", "-99", "NA ", "x"})
    EXPECT_FALSE(markers.contains(token)) << token;
}

TEST(MissingMarkers, KnowWhetherANumberIsAmongThem) {
  EXPECT_TRUE(MissingMarkers({"NA", "-9"}).has_numeric());
  EXPECT_TRUE(MissingMarkers({"9e9"}).has_numeric());
  EXPECT_FALSE(MissingMarkers({"NA", "nan", "", "?"}).has_numeric());
  EXPECT_FALSE(MissingMarkers({}).has_numeric());
}

}  // namespace
}  // namespace drfs
