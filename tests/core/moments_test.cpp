#include "core/moments.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace drfs {
namespace {

TEST(WeightedMoments, AreThoseOfRepeatedValues) {
  const auto weighted = weighted_moments(std::vector<float>{1, 4, 9}, std::vector<float>{2, 1, 3});
  const auto repeated =
      weighted_moments(std::vector<float>{1, 1, 4, 9, 9, 9}, std::vector<float>(6, 1.0F));
  EXPECT_DOUBLE_EQ(weighted.mean, repeated.mean);
  EXPECT_DOUBLE_EQ(weighted.deviation, repeated.deviation);
  EXPECT_DOUBLE_EQ(weighted.mean, 33.0 / 6);
  EXPECT_NEAR(weighted.deviation, std::sqrt((2 * 20.25 + 2.25 + 3 * 12.25) / 6), 1e-12);
}

TEST(Standardise, KeepsFarOutValuesFinite) {
  std::vector<float> values = {-1, 1, 3.4e38F, -3.4e38F};
  standardise(values, {0, 1e-3});
  EXPECT_EQ(values, (std::vector<float>{-1000, 1000, 1e9F, -1e9F}));
}

TEST(WeightedMoments, AConstantHasNoDeviationAtAll) {
  const std::vector<float> tenths(7, 0.1F);
  EXPECT_EQ(weighted_moments(tenths, std::vector<float>{1, 2, 3, 4, 5, 6, 7}).deviation, 0);
}

TEST(Median, IsTheMiddleOfTheSortedValues) {
  EXPECT_EQ(median({5, 1, 3}), 3);
  EXPECT_EQ(median({4, 1, 2, 3}), 3);
  EXPECT_EQ(median({7}), 7);
}

}  // namespace
}  // namespace drfs
