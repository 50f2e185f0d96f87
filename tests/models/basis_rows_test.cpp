// Columns of the smooth learner and the sums over rows that it is fitted to, against sums that are
// taken row by row.
#include "models/basis_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/simulated.hpp"

namespace drfs {
namespace {

using Kind = BasisPlan::Column::Kind;
using Columns = std::vector<std::size_t>;

std::size_t count(const BasisPlan& plan, Kind kind) {
  std::size_t found = 0;
  for (const auto& column : plan.columns()) found += column.kind == kind;
  return found;
}

TEST(BasisPlan, ANumberHasItsValueAndEightHingesWhereThereIsRoom) {
  const BasisPlan plan({{{0}, {}}, {{1}, {}}}, {0, 1}, 2, 100);
  EXPECT_EQ(plan.columns().size(), 1U + 2 * 9);
  EXPECT_EQ(plan.columns()[0].kind, Kind::intercept);
  EXPECT_EQ(count(plan, Kind::hinge), 16U);
}

TEST(BasisPlan, TheMoreAreAskedForTogetherTheFewerColumnsEachHas) {
  std::vector<BasisPlan::Feature> numbers;
  Columns ranked;
  for (std::size_t i = 0; i < 200; ++i) {
    numbers.push_back({{i}, {}});
    ranked.push_back(i);
  }
  std::size_t before = 1000;
  for (const std::size_t together : {1U, 20U, 40U, 60U, 61U, 200U}) {
    const BasisPlan plan(numbers, ranked, together, 100'000);
    const std::size_t each = plan.columns_of(Columns{0}).size();
    EXPECT_LE(each, before);
    EXPECT_LE(each * std::min(together, kColumnsOfASet), kColumnsOfASet) << together;
    EXPECT_EQ(BasisPlan::has_hinges(together), each > 1) << together;
    before = each;
  }
  EXPECT_EQ(before, 1U) << "the value itself stays";
}

TEST(BasisPlan, HingesGoToTheMostPromisingFirst) {
  const BasisPlan plan({{{0}, {}}, {{1}, {}}, {{2}, {}}}, {2, 0, 1}, 1, 20);
  EXPECT_EQ(plan.columns_of(Columns{2}).size(), 9U);
  EXPECT_EQ(plan.columns_of(Columns{0}).size(), 9U);
  EXPECT_EQ(plan.columns_of(Columns{1}).size(), 1U) << "no room is left";
}

TEST(BasisPlan, AProductIsAColumnOfItsTwoFeaturesTogether) {
  BasisPlan plan({{{4}, {}}, {{5}, {}}, {{6}, {}}}, {0, 1, 2}, 60, 1);
  plan.add_products({{0, 2}});
  EXPECT_EQ(plan.columns_of(Columns{0, 1}).size(), 2U);
  EXPECT_EQ(plan.columns_of(Columns{0, 1, 2}).size(), 4U);
  const auto& product = plan.columns()[plan.products().at({0, 2})];
  EXPECT_EQ(product.kind, Kind::product);
  EXPECT_EQ(product.x, 4U);
  EXPECT_EQ(product.other_x, 6U);
}

TEST(ShareOfLevel, IsReadOffTheStandardisedColumn) {
  // A quarter of the rows are 1: mean 1/4, deviation √3/4; 0 and 1 become -1/√3 and √3.
  const auto low = static_cast<float>(-1 / std::sqrt(3)), high = static_cast<float>(std::sqrt(3));
  EXPECT_NEAR(share_of_level(std::vector<float>{low, high, low, low}), 0.25, 1e-6);
  EXPECT_EQ(share_of_level(std::vector<float>{0, 0}), 0) << "a level that is absent";
}

/// Two numbers, whose values alone are the basis, in rows of different weights.
struct Rows {
  simulated::Sample sample = simulated::regression(
      5, 90, 2, 0.3, [](const Matrix& x, std::size_t i) { return 4 + 2 * x(i, 0) - x(i, 1); });
  BasisPlan plan{{{{0}, {}}, {{1}, {}}}, {0, 1}, 120, 3};
  Rows() {
    for (std::size_t i = 0; i < 90; ++i) sample.weight[i] = static_cast<float>(1 + i % 3);
  }
  /// Sums of products over rows for which `in` holds, about the means of those for which `about`
  /// holds; columns 1 and 2 of the plan, and y over its standard deviation.
  RowSums by_hand(const Basis& basis, const std::function<bool(std::size_t)>& in,
                  const std::function<bool(std::size_t)>& about) const {
    double all = 0, sum = 0, squares = 0, rows = 0;
    for (std::size_t i = 0; i < 90; ++i) {
      all += sample.weight[i];
      sum += sample.weight[i] * double{sample.y[i]};
      squares += sample.weight[i] * std::pow(sample.y[i], 2);
    }
    const double deviation = std::sqrt(squares / all - std::pow(sum / all, 2));
    const auto values = [&](std::size_t i) {
      std::vector<double> row(3);
      basis.fill_row(sample.x.view(), i, row);
      return Eigen::Vector3d(row[1], row[2], sample.y[i] / deviation);
    };
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < 90; ++i)
      if (about(i)) {
        mean += sample.weight[i] * values(i);
        rows += sample.weight[i];
      }
    mean /= rows;
    Eigen::Matrix3d products = Eigen::Matrix3d::Zero();
    rows = 0;
    for (std::size_t i = 0; i < 90; ++i)
      if (in(i)) {
        products += sample.weight[i] * (values(i) - mean) * (values(i) - mean).transpose();
        rows += sample.weight[i];
      }
    return {products.topLeftCorner(2, 2), products.col(2).head(2), products(2, 2), rows};
  }
};

void expect_near(const RowSums& a, const RowSums& b) {
  EXPECT_LT((a.xx - b.xx).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_LT((a.xy - b.xy).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_NEAR(a.yy, b.yy, 1e-3);
  EXPECT_NEAR(a.rows, b.rows, 1e-3);
}

TEST(BasisRows, SumsAreThoseTakenRowByRow) {
  const Rows rows;
  const BasisRows sums({rows.sample.data()}, rows.plan, 3, {});
  const Basis& basis = sums.basis(0);
  const auto every = [](std::size_t) { return true; };
  expect_near(sums.outside(0, 3, 0, {1, 2}), rows.by_hand(basis, every, every));
  for (std::size_t fold = 0; fold < 3; ++fold) {
    const auto here = [&](std::size_t i) { return i % 3 == fold; };
    const auto elsewhere = [&](std::size_t i) { return i % 3 != fold; };
    expect_near(sums.outside(0, fold, 0, {1, 2}), rows.by_hand(basis, elsewhere, elsewhere));
    expect_near(sums.inside(0, fold, 0, {1, 2}), rows.by_hand(basis, here, elsewhere));
  }
}

TEST(BasisRows, CoefficientsOnThePlanGoThroughTheMeans) {
  const Rows rows;
  const BasisRows sums({rows.sample.data()}, rows.plan, 1, {});
  const RowSums all = sums.outside(0, 1, 0, {1, 2});
  const Eigen::VectorXd b = all.xx.ldlt().solve(all.xy);  // least squares
  const Eigen::VectorXd on_plan = sums.on_plan(0, 0, {1, 2}, b);
  double residual = 0, sum = 0;
  for (std::size_t i = 0; i < 90; ++i) {
    std::vector<double> row(3);
    sums.basis(0).fill_row(rows.sample.x.view(), i, row);
    const double left = rows.sample.y[i] - on_plan[0] - on_plan[1] * row[1] - on_plan[2] * row[2];
    residual += rows.sample.weight[i] * left;
    sum += rows.sample.weight[i] * left * left;
  }
  EXPECT_NEAR(residual / 180, 0, 1e-4);
  EXPECT_NEAR(std::sqrt(sum / 180), 0.3, 0.06) << "the noise is what is left";
}

TEST(BasisRows, KindsAreValuesHingesAndProducts) {
  // Room for one hinge each, and for four columns: the intercept, two values and a hinge.
  BasisPlan plan({{{0}, {}}, {{1}, {}}}, {0, 1}, 60, 4);
  plan.add_products({{0, 1}});
  ASSERT_EQ(plan.columns().size(), 5U);
  EXPECT_EQ(kinds_of(plan, {1, 2, 3, 4}), (Columns{0, 0, 1, 2}));
  EXPECT_EQ(kinds_of(plan, {4, 1}), (Columns{2, 0}));
}

}  // namespace
}  // namespace drfs
