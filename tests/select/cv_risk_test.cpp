#include "select/aim.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace drfs {
namespace {

BlockLosses blocks(std::vector<double> loss) {
  return {std::move(loss), std::vector<double>(kRiskBlocks, 2.0)};
}

TEST(CvRisk, IsTheWorstPopulationsBeforeTheMean) {
  const CvRisk risk{{blocks({1, 1, 1, 1, 1, 1}), blocks({0, 0, 0, 0, 0, 3})}};
  EXPECT_DOUBLE_EQ(risk.populations[0].risk(), 0.5);
  EXPECT_DOUBLE_EQ(risk.worst(), 0.5);
  EXPECT_DOUBLE_EQ(Aim().mean(risk), 0.375);
}

TEST(CvRisk, ABetterMeanDecidesAmongEquallyBadWorstPopulationsOnly) {
  const CvRisk base{{blocks({1, 1, 1, 1, 1, 1}), blocks({1, 1, 1, 1, 1, 1})}};
  const CvRisk better_mean{{blocks({1, 1, 1, 1, 1, 1}), blocks({0, 0, 0, 0, 0, 0})}};
  const CvRisk better_worst{{blocks({.9, .9, .9, .9, .9, .9}), blocks({.9, .9, .9, .9, .9, .9})}};
  EXPECT_LT(Aim().score(better_mean), Aim().score(base));
  EXPECT_LT(Aim().score(better_worst), Aim().score(better_mean));
}

TEST(CvRisk, TheErrorOfADifferenceIsThatOfAMeanOfDifferences) {
  // One population, equal bases: the difference is a mean over blocks, whose standard error is
  // known.
  const CvRisk a{{blocks({1.0, 1.2, 0.8, 1.1, 0.9, 1.0})}};
  const CvRisk b{{blocks({0.7, 1.0, 0.8, 0.6, 0.9, 0.5})}};
  const double differences[] = {0.3, 0.2, 0.0, 0.5, 0.0, 0.5};
  double squares = 0;
  for (double d : differences) squares += (d - 0.25) * (d - 0.25);
  EXPECT_NEAR(Aim().standard_error_of_difference(a, b), std::sqrt(squares / 5 / 6) / 2, 1e-12);
}

TEST(CvRisk, WhatTwoSetsHaveInCommonCancels) {
  const CvRisk a{{blocks({1.0, 5.0, 0.8, 3.1, 0.9, 9.0})}};
  CvRisk b = a;
  for (double& loss : b.populations[0].loss) loss += 0.5;
  EXPECT_NEAR(Aim().standard_error_of_difference(a, b), 0, 1e-12);
}

}  // namespace
}  // namespace drfs
