// The reference: what follows for a set from what all features together tell, against the formula
// where the distribution is known, and against least squares where rows are plenty.
#include "select/measure/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/random.hpp"
#include "models/training_data.hpp"
#include "select/four_populations.hpp"
#include "select/measure/ruler.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

using namespace drfs::testing;

/// By straight lines or by all of the basis.
struct Made {
  BasisPlan plan;
  BasisRows rows;
  Regressions regressions;
  Reference reference;

  Made(const Dataset& data, bool bends, const Context& context = {})
      : plan(basis_plan(data, reference_rows(data), from_to(0, data.features.size()), 3, context)),
        rows(reference_rows(data), plan, kReferenceFolds, context),
        regressions(rows, plan,
                    bends ? from_to(1, plan.columns().size())
                          : straight(plan, from_to(1, plan.columns().size())),
                    context),
        reference(rows, plan, regressions, 0, context) {}
};

TEST(Reference, HasTheRisksThatTheSharesOfVarianceSay) {
  const Dataset data = four_populations(4000);
  const Made made(data, false);
  for (const FeatureSet& set : {FeatureSet{0}, FeatureSet{1, 2, 5}, FeatureSet{0, 3, 4, 6}}) {
    const auto risks = made.reference.risk(set).mean();
    for (std::size_t p = 0; p < kPopulations; ++p) {
      double left = 1;
      for (std::size_t feature : set) left -= kExplains[p][feature];
      EXPECT_NEAR(risks[p], left, 0.04) << letters(set) << p;
    }
  }
  EXPECT_EQ(made.reference.risk({}).worst(), 1);
}

TEST(Reference, OfCorrelatedFeaturesIsThatOfLeastSquares) {
  Dataset data = two_populations(3000, 0.3F);
  for (auto& population : data.populations)
    for (std::size_t j = 0; j < population.y.size(); ++j)
      population.x(j, 3) = 0.8F * population.x(j, 0) + 0.6F * population.x(j, 3);
  standardise(data);
  const Made made(data, false);
  const FeatureSet set = {2, 3};
  for (std::size_t p = 0; p < 2; ++p) {
    const Population& population = data.populations[p];
    const auto n = static_cast<Eigen::Index>(population.selection_rows);
    Eigen::MatrixXd x(n, 2);
    Eigen::VectorXd y(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index d = 0; d < 2; ++d)
        x(i, d) = population.x(static_cast<std::size_t>(i), set[static_cast<std::size_t>(d)]);
      y[i] = population.y[static_cast<std::size_t>(i)];
    }
    const Eigen::VectorXd left = y - x * x.colPivHouseholderQr().solve(y);
    EXPECT_NEAR(made.reference.risk(set).mean()[p], left.squaredNorm() / y.squaredNorm(), 0.02);
  }
}

TEST(Reference, ASetNeverTellsLessThanAPartOfIt) {
  const Made made(four_populations(100), true);
  const Eigen::ArrayXXd part = made.reference.risk({1, 4}).risk;
  // To within what its ridge costs, far below what nobody cares about.
  EXPECT_LE((made.reference.risk({1, 3, 4}).risk - part).maxCoeff(), 0.01 * kLittle);
}

TEST(Reference, LearnsWavesAndProducts) {
  Dataset data = two_populations(3000);
  for (auto& population : data.populations)
    for (std::size_t j = 0; j < population.y.size(); ++j)
      population.y[j] = std::sin(2 * population.x(j, 1)) + population.x(j, 2) * population.x(j, 3);
  standardise(data);
  const Made bent(data, true);
  EXPECT_LT(bent.reference.risk({1, 2, 3}).worst(), 0.1);
  EXPECT_GT(bent.reference.risk({0, 2, 3}).worst(), 0.3);  // without the wave
  EXPECT_GT(bent.reference.risk({0, 1, 2}).worst(), 0.5);  // half a product is none
  EXPECT_GT(Made(data, false).reference.risk({1, 2, 3}).worst(), 0.8);
}

TEST(Reference, FewRowsDoNotMakeAPopulationLookBadlyServed) {
  // A third of the variance is noise, whatever the number of rows.
  double mean = 0;
  for (std::uint32_t sample = 0; sample < 40; ++sample) {
    Dataset data = two_populations(100);  // 60 of which choose
    for (std::uint32_t p = 0; p < 2; ++p)
      for (std::uint32_t j = 0; j < 100; ++j) {
        const auto draw = normals(sample, Stream::bench, {p, j, 0, 0});
        for (std::uint32_t d = 0; d < 3; ++d)
          data.populations[p].x(j, d) = static_cast<float>(draw[d]);
        data.populations[p].y[j] =
            static_cast<float>(std::sqrt(2.0 / 3) * draw[0] + std::sqrt(1.0 / 3) * draw[3]);
      }
    standardise(data);
    mean += Made(data, false).reference.risk({0}).mean()[0] / 40;
  }
  EXPECT_NEAR(mean, 1.0 / 3, 0.04);
}

TEST(Reference, OnPureNoiseNothingIsExplained) {
  Dataset data = four_populations(150);
  for (std::uint32_t p = 0; p < kPopulations; ++p)
    for (std::uint32_t j = 0; j < 150; ++j)
      data.populations[p].y[j] = static_cast<float>(normals(3, Stream::bench, {p, j, 50, 0})[0]);
  standardise(data);
  const Made made(data, false);
  for (double risk : made.reference.risk({0, 1, 2, 3, 4, 5, 6}).mean()) EXPECT_GT(risk, 0.95);
}

TEST(Reference, AnyNumberOfRowsWillDo) {
  // Fewer rows than folds, and folds of just as many rows as are taken together.
  for (std::size_t rows : {5, 768})
    EXPECT_TRUE(std::isfinite(Made(two_populations(rows), true).reference.risk({0, 1}).worst()));
}

TEST(Reference, AnOutcomeThatDoesNotVaryIsNotExplained) {
  Dataset data = two_populations(300);
  for (float& y : data.populations[0].y) y = 0;
  EXPECT_EQ(Made(data, true).reference.risk({0, 1}).mean()[0], 1);
}

TEST(Reference, OfTwoClassesIsThatOfZeroAndOne) {
  const Dataset data = low_and_high(Task::binary), classes = low_and_high(Task::multiclass);
  const double two = Made(data, false).reference.risk({0, 1}).worst();
  EXPECT_NEAR(Made(classes, false).reference.risk({0, 1}).worst(), two, 0.01);
  EXPECT_LT(two, 0.7);
}

TEST(Regressions, CrossValidationIsThatOfTheRowsThatWereLeftOut) {
  const Dataset data = two_populations(400, 0.5F);
  const Made made(data, false);
  for (std::size_t p = 0; p < 2; ++p) {
    const BlockLosses& losses = made.regressions.losses[p];
    ASSERT_EQ(losses.loss.size(), kReferenceFolds);
    EXPECT_NEAR(losses.risk(), 0.25 / (0.95 * 0.95 + 0.09 + 0.25), 0.05);
    EXPECT_GT(losses.risk(), made.reference.risk({0, 1, 2, 3, 4}).mean()[p] - 0.02);
  }
}

TEST(BasisPlan, GivesNumbersHingesAndProductsAndCategoriesTheirColumns) {
  Dataset data = two_populations();
  // Features 3 and 4 become one category of two columns.
  data.features.pop_back();
  data.features[3].column_count = 2;
  data.features[3].levels = {"a", "b"};
  BasisPlan plan = basis_plan(data, reference_rows(data), {0, 1, 2, 3}, 3);
  plan.add_products({{0, 1}});
  EXPECT_EQ(plan.columns_of(FeatureSet{3}).size(), 2U);
  EXPECT_EQ(plan.columns_of(FeatureSet{0}).size(), 9U);
  EXPECT_EQ(plan.columns_of(FeatureSet{0, 1}).size(), 19U);     // one product
  EXPECT_EQ(plan.columns_of(FeatureSet{0, 1, 3}).size(), 21U);  // none with a category
}

TEST(BasisPlan, SeesANumbersValuesBeforeTheirMark) {
  Dataset data = two_populations();
  // Columns 3 and 4 are a number and what marks it as missing, in nearly all rows.
  data.features.pop_back();
  data.features[3].column_count = 2;
  data.features[3].marks_missing = true;
  for (auto& population : data.populations)
    for (std::size_t i = 0; i < population.x.rows(); ++i)
      population.x(i, 4) = i % 50 == 0 ? -7.0F : 0.14F;
  const BasisPlan plan = basis_plan(data, reference_rows(data), {0, 1, 2, 3}, 3);
  const auto columns = plan.columns_of(FeatureSet{3});
  ASSERT_EQ(columns.size(), 10U);  // two values and eight hinges
  for (std::size_t i = 0; i < columns.size(); ++i)
    EXPECT_EQ(plan.columns()[columns[i]].x, i == 1 ? 4U : 3U);
}

TEST(BasisPlan, OfACategoryWithManyLevelsTheCommonestAreSeen) {
  // One feature of five columns, of which one row in two, one in three, … is 1.
  Dataset data = two_populations(600);
  data.features.resize(1);
  data.features[0].column_count = 5;
  data.features[0].levels = {"a", "b", "c", "d", "e"};
  const std::size_t every[] = {50, 2, 20, 3, 5};
  for (auto& population : data.populations)
    for (std::size_t d = 0; d < 5; ++d)
      for (std::size_t i = 0; i < population.x.rows(); ++i)
        population.x(i, d) = i % every[d] == 0 ? 1.0F : 0.0F;
  standardise(data);
  const BasisPlan plan = basis_plan(data, reference_rows(data), {0},
                                    60);  // so large a budget leaves a feature two columns
  std::vector<std::size_t> seen;
  for (std::size_t c : plan.columns_of(FeatureSet{0})) seen.push_back(plan.columns()[c].x);
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 3}));

  // A level that one of the populations lacks is not a common one.
  for (float& x : data.populations[0].x.column(3)) x = 0;
  const BasisPlan other = basis_plan(data, reference_rows(data), {0}, 60);
  EXPECT_EQ(other.columns()[other.columns_of(FeatureSet{0})[1]].x, 4U);
}

TEST(Basis, IsStandardisedAndZeroWhereAColumnIsConstant) {
  Dataset data = two_populations(200);
  for (float& x : data.populations[0].x.column(1)) x = 0;
  const std::size_t rows = data.populations[0].selection_rows;
  const BasisPlan plan = basis_plan(data, reference_rows(data), {0, 1}, 2);
  const auto view = data.populations[0].x.view().first_rows(rows);
  const Basis basis(plan, view, std::span(data.populations[0].weight).first(rows));
  std::vector<double> row(plan.columns().size());
  std::vector<double> sum(row.size(), 0.0), squares(row.size(), 0.0);
  for (std::size_t i = 0; i < rows; ++i) {
    basis.fill_row(view, i, row);
    for (std::size_t c = 0; c < row.size(); ++c) {
      sum[c] += row[c] / static_cast<double>(rows);
      squares[c] += row[c] * row[c] / static_cast<double>(rows);
    }
  }
  for (std::size_t c : plan.columns_of(FeatureSet{0})) {
    EXPECT_NEAR(sum[c], 0, 1e-9);
    EXPECT_NEAR(squares[c], 1, 1e-9);
  }
  for (std::size_t c : plan.columns_of(FeatureSet{1})) EXPECT_EQ(squares[c], 0);
}

}  // namespace
}  // namespace drfs
