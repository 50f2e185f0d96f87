#include "data/number_text.hpp"

#include <fast_float/fast_float.h>

#include <charconv>
#include <cmath>
#include <cstdint>

namespace drfs {
namespace {

/// A quick no for most texts; "inf" and "nan" are left to the parser.
bool may_begin_number(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || (c | 0x20) == 'i' ||
         (c | 0x20) == 'n';
}

}  // namespace

ParsedNumber parse_number(std::string_view token) {
  if (token.empty() || !may_begin_number(token[0])) return {};
  // fast_float, like std::from_chars, knows no plus sign; "+-1" must stay text.
  if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
  float value = 0.0F;
  const char* const end = token.data() + token.size();
  const auto [at, status] = fast_float::from_chars(token.data(), end, value);
  if (at != end || status == std::errc::invalid_argument || std::isnan(value)) return {};
  if (std::isinf(value)) return {TokenKind::infinite, 0.0F};
  return {TokenKind::number, value};
}

bool is_rounded_whole(std::string_view token, float value) {
  if (token.starts_with('+') || token.starts_with('-')) token.remove_prefix(1);
  if (token.empty() || token.find_first_not_of("0123456789") != std::string_view::npos)
    return false;
  std::uint64_t exact = 0;
  const auto status = std::from_chars(token.data(), token.data() + token.size(), exact).ec;
  const float size = std::abs(value);
  return status != std::errc() || size >= 0x1p64F || exact != static_cast<std::uint64_t>(size);
}

char* write_number(char* at, float value) {
  return std::to_chars(at, at + kMostNumberChars, value).ptr;
}

std::string number_text(float value) {
  char buffer[kMostNumberChars];
  return {buffer, write_number(buffer, value)};
}

std::string code_text(double value) {
  constexpr double kExactEnd = 0x1p53;
  char buffer[kMostNumberChars];
  char* const end = buffer + sizeof buffer;
  if (std::trunc(value) == value && std::abs(value) < kExactEnd)
    return {buffer, std::to_chars(buffer, end, static_cast<std::int64_t>(value)).ptr};
  const auto single = static_cast<float>(value);
  if (static_cast<double>(single) == value) return number_text(single);
  return {buffer, std::to_chars(buffer, end, value).ptr};
}

bool has_decimal_comma(std::string_view token) {
  const auto comma = token.find(',');
  if (comma == std::string_view::npos) return false;
  std::string with_point;
  for (const char c : token.substr(0, comma))
    if (c != '.') with_point += c;
  with_point += '.';
  with_point += token.substr(comma + 1);
  return parse_number(with_point).kind == TokenKind::number;
}

}  // namespace drfs
