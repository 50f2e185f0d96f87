// Patterns with one star, beside a search of all ways to cut the name.
#include "data/name_pattern.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace drfs {
namespace {

/// Whether some middle part of the name can be cut out so that the rest is the pattern's.
bool fits_somehow(const std::string& pattern, const std::string& name) {
  const auto star = pattern.find('*');
  if (star == std::string::npos) return pattern == name;
  for (std::size_t first = 0; first <= name.size(); ++first)
    for (std::size_t last = first; last <= name.size(); ++last)
      if (name.substr(0, first) + "*" + name.substr(last) == pattern && first == star) return true;
  return false;
}

TEST(NamePattern, FitsWhereTheStarCanStandForSomething) {
  std::vector<std::string> words = {""};
  for (std::size_t i = 0; i < words.size() && words[i].size() < 4; ++i)
    for (const char c : {'a', 'b', '*'}) words.push_back(words[i] + c);
  int fitting = 0;
  for (const auto& pattern : words)
    for (const auto& name : words) {
      ASSERT_EQ(fits(pattern, name), fits_somehow(pattern, name)) << pattern << " " << name;
      fitting += fits(pattern, name) ? 1 : 0;
    }
  EXPECT_GT(fitting, 200);
}

TEST(NamePattern, TheEndsMayNotOverlap) {
  EXPECT_TRUE(fits("ab*ba", "abba"));
  EXPECT_FALSE(fits("ab*ba", "aba"));
  EXPECT_TRUE(fits("PWGTP*", "PWGTP"));
  EXPECT_FALSE(fits("PWGTP*", "pwgtp1"));
  EXPECT_TRUE(is_pattern("w*"));
  EXPECT_FALSE(is_pattern("w"));
}

}  // namespace
}  // namespace drfs
