// A field of a CSV file.
#pragma once

#include <string>
#include <string_view>

namespace drfs {

/// In quotation marks, those inside it doubled.
inline std::string csv_field(std::string_view text) {
  std::string out = "\"";
  for (char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace drfs
