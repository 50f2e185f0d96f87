#include "kernel/nearest.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

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

TEST(KeepNearest, IsASortWithTheFirstOfEqualsInFront) {
  for (std::size_t size = 1; size < 40; ++size)
    for (std::size_t count = 1; count <= size + 1; ++count) {
      std::vector<float> values;
      for (std::size_t i = 0; i < size; ++i)  // few different ones, so that most tie
        values.push_back(-static_cast<float>((i * i * 7 + size) % 5));
      std::vector<std::size_t> order(size);
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return values[i]; });
      std::vector<float> expected(size, -99.0F);
      for (std::size_t i = 0; i < std::min(count, size); ++i) expected[order[i]] = values[order[i]];
      ASSERT_EQ(kept(values, count), expected) << size << " " << count;
    }
}

}  // namespace
}  // namespace drfs
