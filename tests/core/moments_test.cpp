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

TEST(WeightedMoments, FollowTheValuesAndNotTheScaleOfTheWeights) {
  // Far from 0 the deviation is lost unless it is taken around the mean.
  std::vector<float> values, weight, scaled, moved;
  for (int i = 0; i < 101; ++i) {
    values.push_back(static_cast<float>(i * 37 % 101) / 4);
    weight.push_back(static_cast<float>(1 + i % 5));
    scaled.push_back(weight.back() * 1024);
    moved.push_back(values.back() * 2 + 1048576);
  }
  const Moments plain = weighted_moments(values, weight);
  EXPECT_DOUBLE_EQ(weighted_moments(values, scaled).mean, plain.mean);
  EXPECT_DOUBLE_EQ(weighted_moments(values, scaled).deviation, plain.deviation);
  const Moments far = weighted_moments(moved, weight);
  EXPECT_NEAR(far.mean, 2 * plain.mean + 1048576, 1e-8);
  EXPECT_NEAR(far.deviation, 2 * plain.deviation, 1e-8);
  standardise(values, plain);
  const Moments standard = weighted_moments(values, weight);
  EXPECT_NEAR(standard.mean, 0, 1e-6);
  EXPECT_NEAR(standard.deviation, 1, 1e-6);
}

TEST(Standardise, AConstantBecomesZeroWhateverItsValue) {
  std::vector<float> values = {7, 7, 9};  // the last of a row that was not looked at
  standardise(values, {7, 0});
  EXPECT_EQ(values, (std::vector<float>{0, 0, 0}));
}

}  // namespace
}  // namespace drfs
