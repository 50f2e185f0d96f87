// The columns of the smooth learner: weights count in the knots as copies would.
#include "models/basis.hpp"

#include <gtest/gtest.h>

namespace drfs {
namespace {

TEST(Basis, AWeightOfKCountsAsKCopies) {
  const BasisPlan plan({{{0}, {}}}, {0}, 1, 100);
  std::vector<float> values, weight, copied;
  for (int i = 0; i < 40; ++i) {
    values.push_back(static_cast<float>(i * 17 % 41) / 10 - 2);
    weight.push_back(static_cast<float>(1 + i % 4));
    copied.insert(copied.end(), static_cast<std::size_t>(1 + i % 4), values.back());
  }
  const std::vector<float> ones(copied.size(), 1.0F);
  const MatrixView<const float> x{values.data(), values.size(), 1, values.size()};
  const MatrixView<const float> all{copied.data(), copied.size(), 1, copied.size()};
  const Basis weighted(plan, x, weight), of_copies(plan, all, ones);
  const std::size_t columns = plan.columns().size();
  ASSERT_GT(columns, 5U);
  std::vector<double> a(columns), b(columns);
  for (std::size_t row = 0; row < x.rows; ++row) {
    weighted.fill_row(x, row, a);
    of_copies.fill_row(x, row, b);
    for (std::size_t c = 0; c < columns; ++c) EXPECT_NEAR(a[c], b[c], 1e-9);
  }
}

}  // namespace
}  // namespace drfs
