// A pattern for names: "w*" fits every name that begins with w. Without a star it fits one name.
#pragma once

#include <string_view>

namespace drfs {

inline bool is_pattern(std::string_view text) {
  return text.find('*') != std::string_view::npos;
}

/// The first star stands for any text; others stand for themselves.
inline bool fits(std::string_view pattern, std::string_view name) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  const auto before = pattern.substr(0, star), after = pattern.substr(star + 1);
  return name.size() >= before.size() + after.size() && name.starts_with(before) &&
         name.ends_with(after);
}

}  // namespace drfs
