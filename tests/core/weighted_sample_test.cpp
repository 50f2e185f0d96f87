// Weighted quantiles against those of the sample in which each value stands as often as its
// weight says.
#include "core/weighted_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace drfs {
namespace {

using Values = std::vector<std::pair<float, float>>;

TEST(WeightedSample, MediansWorkedOutByHand) {
  EXPECT_EQ(WeightedSample(Values{{3, 1}}).median(), 3.0F);
  EXPECT_EQ(WeightedSample(Values{{4, 1}, {1, 1}, {10, 1}}).median(), 4.0F);
  EXPECT_EQ(WeightedSample(Values{{3, 1}, {5, 1}}).median(), 4.0F);
  EXPECT_EQ(WeightedSample(Values{{3, 1}, {5, 3}}).median(), 5.0F);
  EXPECT_EQ(WeightedSample(Values{{3, 2}, {5, 1}, {6, 1}}).median(), 4.0F);
  EXPECT_EQ(WeightedSample(Values{{3, 0}, {5, 1}, {9, 0}}).median(), 5.0F);
}

TEST(WeightedSample, AWeightOfKCountsAsKCopies) {
  Values weighted, copied;
  for (int i = 0; i < 60; ++i) {
    const auto value = static_cast<float>(i * 37 % 41), weight = static_cast<float>(i * 7 % 5);
    weighted.emplace_back(value, weight);
    for (int copy = 0; copy < i * 7 % 5; ++copy) copied.emplace_back(value, 1.0F);
  }
  const WeightedSample a(weighted), b(copied);
  EXPECT_EQ(a.median(), b.median());
  for (int of = 2; of < 20; ++of)
    for (int part = 1; part < of; ++part) EXPECT_EQ(a.quantile(part, of), b.quantile(part, of));
}

TEST(WeightedSample, WithEqualWeightsAQuantileIsAnOrderStatistic) {
  for (const int rows : {1, 2, 8, 9, 49, 50, 98}) {
    Values values;
    for (int i = 0; i < rows; ++i) values.emplace_back(static_cast<float>(i), 1.0F);
    std::ranges::reverse(values);
    const WeightedSample sample(values);
    for (const int of : {2, 9, 49})
      for (int part = 1; part < of; ++part)
        EXPECT_EQ(sample.quantile(part, of), static_cast<float>(rows * part / of));
  }
}

}  // namespace
}  // namespace drfs
