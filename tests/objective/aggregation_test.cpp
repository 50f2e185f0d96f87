#include "objective/aggregation.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace drfs {
namespace {

const std::vector<double> kRisk = {0.2, 0.5, 0.4};

TEST(Aggregation, TheMaximumIsTheWorst) {
  const auto a = aggregate(Aggregation::maximum, 1.0, kRisk);
  EXPECT_EQ(a.value, 0.5);
  EXPECT_EQ(a.weight, (std::vector<double>{0, 1, 0}));
}

TEST(Aggregation, TheSoftmaxLiesBetweenMeanAndMaximum) {
  for (double beta : {0.01, 1.0, 10.0, 1000.0}) {
    const auto a = aggregate(Aggregation::softmax, beta, kRisk);
    EXPECT_GT(a.value, (0.2 + 0.5 + 0.4) / 3 - 1e-12);
    EXPECT_LT(a.value, 0.5 + 1e-12);
    EXPECT_NEAR(std::accumulate(a.weight.begin(), a.weight.end(), 0.0), 1.0, 1e-12);
  }
  EXPECT_NEAR(aggregate(Aggregation::softmax, 1e6, kRisk).value, 0.5, 1e-5);
}

TEST(Aggregation, EqualRisksKeepTheirValue) {
  const std::vector<double> equal(4, 0.3);
  EXPECT_NEAR(aggregate(Aggregation::softmax, 10.0, equal).value, 0.3, 1e-12);
}

TEST(Aggregation, OfEquallyBadPopulationsTheFirstCounts) {
  const std::vector<double> equal(3, 0.3);
  EXPECT_EQ(aggregate(Aggregation::maximum, 10.0, equal).weight, (std::vector<double>{1, 0, 0}));
}

}  // namespace
}  // namespace drfs
