// The fast road for numbers gives the bits of a correctly rounded conversion, or steps aside.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <random>
#include <string>

#include "data/read/csv/plain_decimal.hpp"

namespace drfs {
namespace {

/// Returns whether the fast road took it.
bool agrees(const std::string& token, const std::string& after = ",") {
  const std::string text = token + after + std::string(kPlainDecimalReach, '7');
  float fast = 0;
  const char* const stop = parse_plain_decimal(text.data(), fast);
  // An exponent is left to the caller, who sees that the number does not end there.
  if (stop == nullptr || stop != text.data() + token.size()) return false;
  float exact = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + token.size(), exact);
  EXPECT_EQ(stop, end) << token;
  EXPECT_EQ(std::bit_cast<std::uint32_t>(fast), std::bit_cast<std::uint32_t>(exact)) << token;
  return true;
}

TEST(PlainDecimal, TakesPlainNumbers) {
  for (const char* token : {"0", "7", "-0", "1234567", "0.5", "-12.25", "0.1234567", "0.12345678",
                            "0.123456789", "0.12345678901234", "1234567.12345678", "-0.0", "00.10"})
    EXPECT_TRUE(agrees(token)) << token;
}

TEST(PlainDecimal, StepsAsideForOtherForms) {
  for (const char* token : {"", "-", ".5", "5.", "x", "+1", "--1", "12345678", "nan", "inf",
                            "0.123456789012345678", "1234567.123456789", " 1", "\"1\""})
    EXPECT_FALSE(agrees(token)) << token;
}

TEST(PlainDecimal, EveryByteAfterANumberEndsIt) {
  for (int byte = 1; byte < 256; ++byte) {
    if ((byte >= '0' && byte <= '9') || byte == '.') continue;
    const std::string after(1, static_cast<char>(byte));
    EXPECT_TRUE(agrees("12", after)) << byte;
    EXPECT_TRUE(agrees("-1.5", after)) << byte;
    EXPECT_TRUE(agrees("3.123456789", after)) << byte;
  }
}

TEST(PlainDecimal, IsRoundedCorrectly) {
  std::mt19937_64 random(1);
  std::size_t taken = 0;
  for (int i = 0; i < 300000; ++i) {
    const double scale = std::pow(10.0, static_cast<double>(random() % 7));
    const double x = (static_cast<double>(random()) / 1.8e19 - 0.5) * scale;
    taken += agrees(fmt::format("{:.{}f}", x, random() % 12)) ? 1 : 0;
    taken += agrees(fmt::format("{}", static_cast<float>(x))) ? 1 : 0;
    // Near and at the middle of two floats, where a second rounding would show.
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::abs(x) + 1.0));
    const double middle = (static_cast<double>(std::bit_cast<float>(bits)) +
                           static_cast<double>(std::bit_cast<float>(bits + 1))) /
                          2;
    taken += agrees(fmt::format("{:.{}f}", middle, 5 + random() % 9)) ? 1 : 0;
  }
  EXPECT_GT(taken, 500000U);
}

}  // namespace
}  // namespace drfs
