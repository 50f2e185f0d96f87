// What counts as a number, beside a grammar and the C library; and how a number is written, so that
// it reads back with the same bits.
#include "data/number_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <regex>

namespace drfs {
namespace {

std::uint32_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// What the documentation says, by other means.
ParsedNumber by_grammar(const std::string& token) {
  static const std::regex number(R"([+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)");
  if (!std::regex_match(token, number)) return {};
  const float value = std::strtof(token.c_str(), nullptr);
  if (std::isinf(value)) return {TokenKind::infinite, 0.0F};
  return {TokenKind::number, value};
}

TEST(NumberText, ATokenIsANumberWhereTheGrammarSaysSo) {
  std::mt19937 random(3);
  const std::string alphabet = "00123456789..--+eE";
  std::size_t numbers = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string token;
    for (std::size_t n = 1 + random() % 6; n > 0; --n) token += alphabet[random() % 18];
    const ParsedNumber expected = by_grammar(token), parsed = parse_number(token);
    ASSERT_EQ(parsed.kind, expected.kind) << token;
    ASSERT_EQ(bits_of(parsed.value), bits_of(expected.value)) << token;
    numbers += parsed.kind == TokenKind::number ? 1 : 0;
  }
  EXPECT_GT(numbers, 3000U);  // else the comparison was about nothing
  EXPECT_LT(numbers, 17000U);
}

TEST(NumberText, WordsForNoNumberAreTextAndWordsForInfinityAreInfinite) {
  for (const char* token :
       {"nan", "NaN", "-nan", "NAN", "nan(1)", "i",   "infin", "n",  "none", "-", "+",
        ".",   "e5",  "0x10", "1 ",  " 1",     "1,5", "1_000", "1e", "１",   "½", ""})
    EXPECT_EQ(parse_number(token).kind, TokenKind::text) << token;
  for (const char* token : {"inf", "-inf", "+INF", "Infinity", "-infinity", "1e39", "-3.5e38"})
    EXPECT_EQ(parse_number(token).kind, TokenKind::infinite) << token;
}

TEST(NumberText, WhatIsTooSmallForAFloatIsZeroOfItsSign) {
  EXPECT_EQ(bits_of(parse_number("1e-60").value), bits_of(0.0F));
  EXPECT_EQ(bits_of(parse_number("-1e-60").value), bits_of(-0.0F));
  EXPECT_EQ(parse_number("-1e-60").kind, TokenKind::number);
  EXPECT_EQ(parse_number("1e-45").value, std::numeric_limits<float>::denorm_min());
}

/// The shortest that printf finds which reads back.
std::string shortest_of_printf(float value) {
  char buffer[64];
  for (int digits = 1; digits <= 9; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, static_cast<double>(value));
    if (bits_of(std::strtof(buffer, nullptr)) == bits_of(value)) break;
  }
  return buffer;
}

TEST(NumberText, ReadsBackBitForBitAndPrintfFindsNothingShorter) {
  std::mt19937 random(5);
  std::vector<float> values = {0.0F, -0.0F, 1e-45F, 3.4028235e38F, 16777216.0F,
                               0.1F, 1e10F, 1.5F,   -123456.789F,  1e-5F};
  while (values.size() < 5000) {
    const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(any)) values.push_back(any);
    values.push_back(static_cast<float>(static_cast<int>(random() % 200001) - 100000) / 100.0F);
  }
  for (const float value : values) {
    const std::string text = number_text(value);
    EXPECT_EQ(bits_of(parse_number(text).value), bits_of(value)) << text;
    EXPECT_EQ(parse_number(text).kind, TokenKind::number) << text;
    EXPECT_LE(text.size(), shortest_of_printf(value).size()) << text;
    EXPECT_LE(text.size(), kMostNumberChars);
  }
}

TEST(NumberText, AWholeNumberIsRoundedWhereTheFloatIsAnother) {
  std::mt19937_64 random(7);
  int rounded = 0;
  for (int i = 0; i < 20000; ++i) {
    // Few significant bits at random places: else nearly all would be rounded.
    const std::uint64_t whole = (random() >> (random() % 64)) << (random() % 30);
    const auto value = static_cast<float>(whole);
    if (value >= 0x1p64F) continue;
    const bool expected = static_cast<std::uint64_t>(value) != whole;
    for (const char* sign : {"", "+", "-"}) {
      const float signed_value = *sign == '-' ? -value : value;
      ASSERT_EQ(is_rounded_whole(sign + std::to_string(whole), signed_value), expected) << whole;
    }
    rounded += expected ? 1 : 0;
  }
  EXPECT_GT(rounded, 2000);
  EXPECT_LT(rounded, 18000);
}

TEST(NumberText, OnlyWholeNumbersSpeltOutAreSaidToBeRounded) {
  EXPECT_TRUE(is_rounded_whole("16777217", 16777216.0F));
  EXPECT_FALSE(is_rounded_whole("16777216", 16777216.0F));
  EXPECT_TRUE(is_rounded_whole("0000000000000000000000016777217", 16777216.0F));
  EXPECT_TRUE(is_rounded_whole("123456789012345678901234567890", 1.2345679e29F));
  for (const char* token : {"", "+", "-", "16777217.0", "1.6777217e7", "16777217 ", "--16777217"})
    EXPECT_FALSE(is_rounded_whole(token, 16777216.0F)) << token;
}

TEST(CodeText, IsWhatAPersonWouldWrite) {
  EXPECT_EQ(code_text(3), "3");
  EXPECT_EQ(code_text(-0.0), "0");
  EXPECT_EQ(code_text(-17), "-17");
  EXPECT_EQ(code_text(1e15), "1000000000000000");
  EXPECT_EQ(code_text(16777217), "16777217");
  EXPECT_EQ(code_text(2.5), "2.5");
  EXPECT_EQ(code_text(static_cast<double>(0.1F)), "0.1");  // was a float in the file
  EXPECT_EQ(code_text(0.1), "0.1");
  EXPECT_EQ(code_text(-1.7976931348623157e308), "-1.7976931348623157e+308");
}

TEST(CodeText, StandsForItsNumber) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 5000; ++i) {
    const auto any = std::bit_cast<double>(random());
    if (!std::isfinite(any)) continue;
    const double small = static_cast<double>(static_cast<int>(random() % 100000)) / 64;
    for (const double value : {any, std::round(small), small}) {
      const double back = std::strtod(code_text(value).c_str(), nullptr);
      // A float's shortest text is read as that float.
      EXPECT_TRUE(back == value || static_cast<float>(back) == value) << code_text(value);
    }
  }
}

TEST(DecimalComma, IsSeenWhereTheTokenIsANumberWithIt) {
  for (const char* token : {"3,14", "-3,14", "1.234,5", "1.234.567,89", "0,5", ",5", "1,5e3"})
    EXPECT_TRUE(has_decimal_comma(token)) << token;
  for (const char* token : {"3.14", "3", "", ",", "a,b", "1,2,3", "Smith, J", "1,234.5", "1,inf"})
    EXPECT_FALSE(has_decimal_comma(token)) << token;
}

}  // namespace
}  // namespace drfs
