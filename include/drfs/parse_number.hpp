// A number as a user writes it in an option.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace drfs {

/// The number that the whole text is; nothing where it is anything else, or out of range.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

}  // namespace drfs
