#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace drfs {
namespace {

TEST(Random, PhiloxIsThatOfRandom123) {
  // Known answer of Philox4x32-10 for a zero counter and a zero key (Random123's kat_vectors);
  // stream 0 leaves the key as the seed.
  const auto bits = random_bits(0, Stream{0}, {0, 0, 0, 0});
  EXPECT_EQ(bits, (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
}

TEST(Random, NormalsHaveTheMomentsOfANormal) {
  double sum = 0, square = 0, fourth = 0;
  constexpr int kDraws = 50000;
  for (std::uint32_t i = 0; i < kDraws; ++i)
    for (double z : normals(1, Stream::noise, {i, 0, 0, 0})) {
      sum += z;
      square += z * z;
      fourth += z * z * z * z;
    }
  EXPECT_NEAR(sum / (4 * kDraws), 0, 0.01);
  EXPECT_NEAR(square / (4 * kDraws), 1, 0.02);
  EXPECT_NEAR(fourth / (4 * kDraws), 3, 0.1);
}

TEST(Random, NoiseIsAFunctionOfItsPlaceAlone) {
  std::vector<float> nine(9), five(5);
  noise(7, 1, 2, 3, nine);
  noise(7, 1, 2, 3, five);
  EXPECT_TRUE(std::equal(five.begin(), five.end(), nine.begin()));
  std::set<float> different = {nine[0]};
  for (auto [seed, population, row, draw] :
       {std::array<std::uint32_t, 4>{8, 1, 2, 3}, {7, 2, 2, 3}, {7, 1, 3, 3}, {7, 1, 2, 4}}) {
    noise(seed, population, row, draw, five);
    different.insert(five[0]);
  }
  EXPECT_EQ(different.size(), 5U);
}

TEST(Random, StreamsAndSeedsDoNotShareNumbers) {
  EXPECT_NE(random_bits(1, Stream::noise, {}), random_bits(1, Stream::batch, {}));
  EXPECT_NE(random_bits(1, Stream::noise, {}),
            random_bits(std::uint64_t{1} << 32, Stream::noise, {}));
}

TEST(Random, APermutationHasEveryElementOnce) {
  auto order = permutation(3, Stream::split, {1, 0, 0, 0}, 1000);
  EXPECT_NE(order, permutation(4, Stream::split, {1, 0, 0, 0}, 1000));
  EXPECT_EQ(order, permutation(3, Stream::split, {1, 0, 0, 0}, 1000));
  std::ranges::sort(order);
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
}

TEST(Random, UniformStaysInsideTheUnitInterval) {
  double mean = 0;
  for (std::uint32_t i = 0; i < 10000; ++i) {
    const double u = uniform(1, Stream::bench, {i, 0, 0, 0});
    EXPECT_GT(u, 0);
    EXPECT_LT(u, 1);
    mean += u / 10000;
  }
  EXPECT_NEAR(mean, 0.5, 0.02);
}

}  // namespace
}  // namespace drfs
