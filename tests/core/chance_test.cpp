// Draws that stay what they are for all time, and what is held to be more than chance.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/random.hpp"
#include "core/sure.hpp"

namespace drfs {
namespace {

using Words = std::array<std::uint32_t, 4>;

/// Philox 4x32 with ten rounds, from the paper (Salmon et al. 2011), written once more.
Words philox(Words counter, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53U} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57U} * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key1, static_cast<std::uint32_t>(a)};
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
  return counter;
}

TEST(Random, TheNumbersOfAStreamNeverChange) {
  // The key of a stream is part of every answer ever given: the seed, and in its high word the
  // stream's number times the golden ratio.
  for (const std::uint64_t seed : {0ULL, 1ULL, 0x123456789ABCDEFULL})
    for (std::uint32_t stream = 1; stream <= 16; ++stream) {
      const auto high = static_cast<std::uint32_t>(seed >> 32) ^ (stream * 0x9E3779B9U);
      EXPECT_EQ(random_bits(seed, Stream{stream}, {1, 2, 3, 4U << 30}),
                philox({1, 2, 3, 4U << 30}, static_cast<std::uint32_t>(seed), high));
    }
  EXPECT_EQ(static_cast<int>(Stream::noise), 1);
  EXPECT_EQ(static_cast<int>(Stream::split), 3);
  EXPECT_EQ(static_cast<int>(Stream::blocks), 16);
}

TEST(Random, NoTwoPlacesOfAnyStreamShareNumbers) {
  std::set<Words> seen;
  std::size_t drawn = 0;
  for (std::uint32_t stream = 1; stream <= 16; ++stream)
    for (std::uint64_t seed = 0; seed < 5; ++seed)
      for (std::uint32_t i = 1; i < 20; ++i)
        for (const Counter at : {Counter{i, 0, 0, 0}, {0, i, 0, 0}, {0, 0, i, 0}, {0, 0, 0, i}}) {
          seen.insert(random_bits(seed, Stream{stream}, at));
          ++drawn;
        }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(Random, EveryElementOfAPermutationMayStandAnywhere) {
  constexpr std::size_t kSize = 7;
  constexpr int kDraws = 7000;
  std::array<std::array<int, kSize>, kSize> times{};
  for (std::uint32_t draw = 0; draw < kDraws; ++draw) {
    const auto order = permutation(5, Stream::split, {draw, 0, 0, 0}, kSize);
    for (std::size_t i = 0; i < kSize; ++i) ++times[i][order[i]];
  }
  // About 1000 each, with a standard deviation of 29.
  for (const auto& row : times)
    for (const int count : row) EXPECT_NEAR(count, kDraws / kSize, 130);
}

TEST(Random, NormalsOfOnePlaceAreIndependent) {
  std::array<std::array<double, 4>, 4> sum{};
  constexpr int kDraws = 20000;
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    const auto z = normals(2, Stream::sample, {0, i, 0, 0});
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = 0; b < 4; ++b) sum[a][b] += z[a] * z[b];
  }
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = 0; b < 4; ++b)
      EXPECT_NEAR(sum[a][b] / kDraws, a == b ? 1 : 0, 0.05) << a << " " << b;
}

TEST(Sure, OfManyFiguresThatAreChanceHardlyEverOneIsReported) {
  EXPECT_EQ(sure_of_any(1), kSure);
  for (std::size_t comparisons = 1; comparisons < 10'000'000; comparisons *= 3) {
    // The probability that a normal is so far out, times the number that are asked.
    const double one = std::erfc(sure_of_any(comparisons) / std::sqrt(2.0));
    EXPECT_LT(static_cast<double>(comparisons) * one, 0.05) << comparisons;
    EXPECT_GT(sure_of_any(comparisons + 1), sure_of_any(comparisons));
  }
}

}  // namespace
}  // namespace drfs
