// Which bytes are UTF-8, counted: the standard says how many sequences there are of each length.
#include "data/utf8.hpp"

#include <gtest/gtest.h>

#include <random>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using drfs::testing::expect_error;

std::string encoded(std::uint32_t point) {
  std::string out;
  const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  const auto rest = [&](int places) {
    for (; places > 0; --places) add(0x80U | ((point >> (6 * (places - 1))) & 0x3FU));
  };
  if (point < 0x80) {
    add(point);
  } else if (point < 0x800) {
    add(0xC0U | (point >> 6));
    rest(1);
  } else if (point < 0x10000) {
    add(0xE0U | (point >> 12));
    rest(2);
  } else {
    add(0xF0U | (point >> 18));
    rest(3);
  }
  return out;
}

TEST(Utf8, EveryCharacterIsTakenAndNoneOfItsBeginnings) {
  std::size_t refused = 0, beginnings_taken = 0, surrogates_taken = 0;
  for (std::uint32_t point = 0; point <= 0x10FFFF; ++point) {
    const std::string text = encoded(point);
    if (point >= 0xD800 && point <= 0xDFFF) {
      surrogates_taken += is_utf8(text) ? 1 : 0;
      continue;
    }
    refused += is_utf8(text) ? 0 : 1;
    for (std::size_t bytes = 1; bytes < text.size(); ++bytes)
      beginnings_taken += is_utf8(text.substr(0, bytes)) ? 1 : 0;
  }
  EXPECT_EQ(refused, 0U);
  EXPECT_EQ(beginnings_taken, 0U);
  EXPECT_EQ(surrogates_taken, 0U);
}

TEST(Utf8, OfAllTwoAndThreeBytesAsManyAreTextAsThereAreCharacters) {
  constexpr std::size_t kOne = 128, kTwo = 0x800 - 0x80, kThree = 0x10000 - 0x800 - 0x800;
  std::size_t two = 0, three = 0;
  std::string text(3, '\0');
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      text[0] = static_cast<char>(a);
      text[1] = static_cast<char>(b);
      two += is_utf8(std::string_view(text).substr(0, 2)) ? 1 : 0;
      for (int c = 0; c < 256; ++c) {
        text[2] = static_cast<char>(c);
        three += is_utf8(text) ? 1 : 0;
      }
    }
  EXPECT_EQ(two, kOne * kOne + kTwo);
  EXPECT_EQ(three, kOne * kOne * kOne + 2 * kOne * kTwo + kThree);
}

TEST(Utf8, FourBytesEndWithTheLastPlane) {
  std::size_t taken = 0;
  for (int lead = 0xF0; lead < 0x100; ++lead)
    for (int second = 0; second < 256; ++second)
      for (const int third : {0x7F, 0x80, 0xBF, 0xC0})
        for (const int fourth : {0x7F, 0x80, 0xBF, 0xC0}) {
          const char bytes[] = {static_cast<char>(lead), static_cast<char>(second),
                                static_cast<char>(third), static_cast<char>(fourth)};
          taken += is_utf8({bytes, 4}) ? 1 : 0;
        }
  // 16 planes above the first, each 16 second bytes, of which the later bytes here are two each.
  EXPECT_EQ(taken, 16U * 16 * 4);
}

TEST(Shown, WritesOtherBytesAsHex) {
  EXPECT_EQ(shown("M\xFCnster"), "M\\xFCnster");
  EXPECT_EQ(shown("Münster"), "Münster");
  EXPECT_EQ(shown("\xE2\x82"), "\\xE2\\x82");  // the euro sign cut short
  EXPECT_EQ(shown(""), "");
}

TEST(Shown, IsShortAndNeverEndsInsideACharacter) {
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::size_t n = random() % 80; n > 0; --n)
      text += random() % 3 == 0 ? encoded(random() % 0xD000)
                                : std::string(1, static_cast<char>(random() % 256));
    const std::string message = shown(text);
    EXPECT_LE(message.size(), 60U);
    EXPECT_TRUE(is_utf8(message));
  }
  std::string euros;
  for (int i = 0; i < 30; ++i) euros += "€";
  EXPECT_EQ(shown("a" + euros), "a" + euros.substr(0, 19 * 3));
}

TEST(NotUtf8, NamesThePlaceTheTextAndTheRemedy) {
  expect_error(ErrorCode::data,
               {"a.csv, line 7", "'caf\\xE9' is not UTF-8", "iconv -f LATIN1 -t UTF-8"},
               [] { throw_not_utf8("a.csv, line 7", "caf\xE9"); });
}

}  // namespace
}  // namespace drfs
