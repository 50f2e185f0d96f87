#include "select/chance.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace drfs {
namespace {

TEST(Chance, GrowsWithTheWaysThereAre) {
  EXPECT_NEAR(gain_by_chance(50, 1), std::sqrt(2 * std::log(50)), 1e-12);
  EXPECT_NEAR(gain_by_chance(5, 2), std::sqrt(2 * std::log(10)), 1e-12);
  EXPECT_EQ(gain_by_chance(1, 1), 1);
  EXPECT_NEAR(gain_of_any(gain_by_chance(50, 1), 4), std::sqrt(2 * std::log(200)), 1e-12);
  EXPECT_EQ(gain_of_any(2, 1), 2);
}

TEST(Chance, AnEstimatedErrorIsThatOfStudentsTables) {
  // Upper quantiles of the normal distribution and of t with 5 degrees of freedom.
  EXPECT_NEAR(as_estimated(1.6449), 2.0150, 1e-3);  // 5 %
  EXPECT_NEAR(as_estimated(2.3263), 3.3649, 1e-3);  // 1 %
  EXPECT_NEAR(as_estimated(3.0902), 5.8934, 1e-3);  // 0.1 %
}

}  // namespace
}  // namespace drfs
