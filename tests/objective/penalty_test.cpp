#include "objective/penalty.hpp"

#include <gtest/gtest.h>

namespace drfs {
namespace {

const std::vector<double> kAlpha = {0.5, 2.0, 4.0};

TEST(Penalty, TheTwoReadingsOfThePaper) {
  EXPECT_DOUBLE_EQ(penalty(Penalty::reciprocal_l1, kAlpha).value, 1 / 6.5);
  EXPECT_DOUBLE_EQ(penalty(Penalty::sum_reciprocal, kAlpha).value, 2.75);
  EXPECT_EQ(penalty(Penalty::none, kAlpha).value, 0.0);
}

TEST(Penalty, FallsAsAnyNoiseGrows) {
  for (auto kind : {Penalty::reciprocal_l1, Penalty::sum_reciprocal}) {
    const auto here = penalty(kind, kAlpha);
    for (std::size_t i = 0; i < kAlpha.size(); ++i) {
      auto more = kAlpha;
      more[i] += 1e-6;
      EXPECT_NEAR((penalty(kind, more).value - here.value) / 1e-6, here.gradient[i], 1e-4);
      EXPECT_LT(here.gradient[i], 0);
    }
  }
}

}  // namespace
}  // namespace drfs
