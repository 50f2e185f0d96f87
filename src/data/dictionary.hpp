// The levels of a category column while it is read: text to code, in order of first sight.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace drfs {

class Dictionary {
 public:
  /// The code of the text, or -1.
  std::int32_t find(std::string_view text) const {
    const auto at = code_of_.find(text);
    return at == code_of_.end() ? -1 : at->second;
  }

  /// The code of the text, which is new where it equals the size before the call.
  std::int32_t insert(std::string_view text) {
    const auto known = find(text);
    if (known >= 0) return known;
    const auto code = static_cast<std::int32_t>(levels_.size());
    const auto at = code_of_.emplace(std::string(text), code).first;
    levels_.push_back(&at->first);
    return code;
  }

  std::size_t size() const { return levels_.size(); }
  const std::string& level(std::size_t code) const { return *levels_[code]; }
  void clear() {
    levels_.clear();
    code_of_.clear();
  }

 private:
  /// Lets the map be asked for a view without making a string of it.
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  std::unordered_map<std::string, std::int32_t, TextHash, std::equal_to<>> code_of_;
  std::vector<const std::string*> levels_;  ///< the keys of the map, which do not move
};

}  // namespace drfs
