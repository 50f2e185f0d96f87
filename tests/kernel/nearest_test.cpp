#include "kernel/nearest.hpp"

#include <gtest/gtest.h>

namespace drfs {
namespace {

std::vector<float> kept(std::vector<float> values, std::size_t count) {
  keep_nearest<float>(values, count, -99.0F);
  return values;
}

TEST(KeepNearest, KeepsTheLargest) {
  EXPECT_EQ(kept({3, 1, 2, 5, 4}, 2), (std::vector<float>{-99, -99, -99, 5, 4}));
}

TEST(KeepNearest, OfEqualValuesTheFirstStay) {
  EXPECT_EQ(kept({2, 2, 3, 2}, 2), (std::vector<float>{2, -99, 3, -99}));
}

TEST(KeepNearest, MoreThanThereAreKeepsAll) {
  EXPECT_EQ(kept({2, 1}, 5), (std::vector<float>{2, 1}));
}

}  // namespace
}  // namespace drfs
