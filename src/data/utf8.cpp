#include "data/utf8.hpp"

#include <fmt/format.h>

#include "drfs/core.hpp"

namespace drfs {
namespace {

/// The bytes of the character that the text begins with; 0 where it is not one of UTF-8.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t bytes = lead < 0xC2   ? 0
                            : lead < 0xE0 ? 2
                            : lead < 0xF0 ? 3
                            : lead < 0xF5 ? 4
                                          : 0;
  if (bytes == 0 || bytes > text.size()) return 0;
  for (std::size_t i = 1; i < bytes; ++i)
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
  const bool too_large = lead == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || too_large ? 0 : bytes;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMostBytes = 60;
  std::string out;
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    const std::string next = bytes > 0
                                 ? std::string(text.substr(0, bytes))
                                 : fmt::format("\\x{:02X}", static_cast<unsigned char>(text[0]));
    if (out.size() + next.size() > kMostBytes) break;
    out += next;
    text.remove_prefix(bytes > 0 ? bytes : 1);
  }
  return out;
}

void throw_not_utf8(std::string place, std::string_view text) {
  throw Error(ErrorCode::data,
              {std::move(place), shown(text), "is not UTF-8",
               "Save the file as UTF-8, e.g. iconv -f LATIN1 -t UTF-8 old.csv > new.csv"});
}

}  // namespace drfs
