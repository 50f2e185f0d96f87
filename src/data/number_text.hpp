// Numbers to text and back: the one place that decides what counts as a number in a
// table, and how a number is written so that reading it returns the same bits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace drfs {

enum class TokenKind { text, number, infinite };

struct ParsedNumber {
  TokenKind kind = TokenKind::text;
  float value = 0.0F;  ///< only for TokenKind::number
};

/// The whole token must be a decimal number, with a sign or an exponent if it likes.
/// "inf" and what overflows a float is infinite; "nan" is text: a missing value is
/// declared, never guessed.
ParsedNumber parse_number(std::string_view token);

/// "3,14" or "1.234,5": a number as written where the comma is the decimal sign.
bool has_decimal_comma(std::string_view token);

/// Every whole number below is a float; above, many are not.
inline constexpr float kWholeNumbersEnd = 16777216.0F;

/// Whether the token spells a whole number, without point or exponent, that is not `value`,
/// the float it was read as.
bool is_rounded_whole(std::string_view token, float value);

/// The shortest text that reads back as the same float.
std::string number_text(float value);

/// The text of a code in a file of numbers: whole numbers without an exponent, and what was a
/// float as the float's shortest text.
std::string code_text(double value);

/// The shortest text of a float, into a buffer with room for kMostNumberChars; returns the end.
inline constexpr std::size_t kMostNumberChars = 24;
char* write_number(char* at, float value);

}  // namespace drfs
