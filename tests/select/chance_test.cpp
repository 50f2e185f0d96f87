#include "select/chance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"

namespace drfs {
namespace {

TEST(Chance, GrowsWithTheWaysThereAre) {
  EXPECT_NEAR(gain_by_chance(50, 1), std::sqrt(2 * std::log(50)), 1e-12);
  EXPECT_NEAR(gain_by_chance(5, 2), std::sqrt(2 * std::log(10)), 1e-12);
  EXPECT_EQ(gain_by_chance(1, 1), 1);
  EXPECT_NEAR(gain_of_any(gain_by_chance(50, 1), 4), std::sqrt(2 * std::log(200)), 1e-12);
  EXPECT_EQ(gain_of_any(2, 1), 2);
}

TEST(Chance, AnErrorFromSixBlocksIsAsUncertainAsThat) {
  // Of many samples of six blocks, a tenth have a standard error below the true one by the factor.
  constexpr int kSamples = 20000;
  int below = 0;
  for (std::uint32_t sample = 0; sample < kSamples; ++sample) {
    double sum = 0, squares = 0;
    for (std::uint32_t block = 0; block < 6; ++block) {
      const double value = normals(1, Stream::bench, {sample, block, 0, 0})[0];
      sum += value;
      squares += value * value;
    }
    below += std::sqrt((squares - sum * sum / 6) / 5) * kUncertain < 1 ? 1 : 0;
  }
  EXPECT_NEAR(below / double(kSamples), 0.1, 0.01);
}

}  // namespace
}  // namespace drfs
