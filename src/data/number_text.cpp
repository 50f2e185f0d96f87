#include "data/number_text.hpp"

#include <fast_float/fast_float.h>

#include <charconv>
#include <cmath>

namespace drfs {

ParsedNumber parse_number(std::string_view token) {
  // fast_float, like std::from_chars, knows no plus sign; "+-1" must stay text.
  if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
  float value = 0.0F;
  const char* const end = token.data() + token.size();
  const auto [at, status] = fast_float::from_chars(token.data(), end, value);
  if (token.empty() || at != end || status == std::errc::invalid_argument || std::isnan(value))
    return {};
  if (std::isinf(value)) return {TokenKind::infinite, 0.0F};
  return {TokenKind::number, value};
}

char* write_number(char* at, float value) {
  return std::to_chars(at, at + kMostNumberChars, value).ptr;
}

std::string number_text(float value) {
  char buffer[kMostNumberChars];
  return {buffer, write_number(buffer, value)};
}

}  // namespace drfs
