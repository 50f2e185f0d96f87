// The levels of a category column while it is read: text to code, in order of first sight.
// With a limit, it gives up and forgets them all once there are more.
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
  Dictionary() = default;
  Dictionary(Dictionary&&) = default;
  Dictionary& operator=(Dictionary&&) = default;
  // A copy would point to the texts of the original.
  Dictionary(const Dictionary&) = delete;
  Dictionary& operator=(const Dictionary&) = delete;

  /// Empties it; `most_levels` of 0 is no limit.
  void reset(std::size_t most_levels) {
    forget();
    most_levels_ = most_levels;
    gave_up_ = false;
  }

  /// The code of the text, or -1.
  std::int32_t find(std::string_view text) const {
    const auto at = code_of_.find(text);
    return at == code_of_.end() ? -1 : at->second;
  }

  /// The code of the text, which is new where it equals the size before the call; -1 where
  /// there are too many levels.
  std::int32_t insert(std::string_view text) {
    const auto known = find(text);
    if (known >= 0 || gave_up_) return known;
    if (most_levels_ > 0 && levels_.size() == most_levels_) {
      give_up();
      return -1;
    }
    const auto code = static_cast<std::int32_t>(levels_.size());
    const auto at = code_of_.emplace(std::string(text), code).first;
    levels_.push_back(&at->first);
    return code;
  }

  void give_up() {
    forget();
    gave_up_ = true;
  }
  bool gave_up() const { return gave_up_; }

  std::size_t size() const { return levels_.size(); }
  const std::string& level(std::size_t code) const { return *levels_[code]; }

  /// All of them, in the order of their codes.
  std::vector<std::string> levels() const {
    std::vector<std::string> texts;
    texts.reserve(levels_.size());
    for (const std::string* text : levels_) texts.push_back(*text);
    return texts;
  }

 private:
  /// Lets the map be asked for a view without making a string of it.
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  void forget() {
    levels_.clear();
    code_of_.clear();
  }

  std::unordered_map<std::string, std::int32_t, TextHash, std::equal_to<>> code_of_;
  std::vector<const std::string*> levels_;  ///< the keys of the map, which do not move
  std::size_t most_levels_ = 0;
  bool gave_up_ = false;
};

}  // namespace drfs
