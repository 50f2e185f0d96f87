// The smooth learner from Gram matrices against the same learner fitted row by row.
#include "select/smooth_risk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/random.hpp"
#include "select/proposals.hpp"
#include "select/two_populations.hpp"

namespace drfs {
namespace {

using Outcome = std::function<double(const Population&, std::size_t row)>;

/// Population A of the small data set with another outcome, all rows selecting.
Dataset one_population(std::size_t rows, const Outcome& outcome) {
  Dataset data = two_populations(rows);
  data.populations.pop_back();
  Population& only = data.populations[0];
  only.selection_rows = rows;
  for (std::size_t j = 0; j < rows; ++j) only.y[j] = static_cast<float>(outcome(only, j));
  standardise(data);
  return data;
}

double noise_at(std::size_t row) {
  return normals(5, Stream::bench, {0, static_cast<std::uint32_t>(row), 9, 0})[0];
}

/// Ridge regression on the basis, one fold after the other, with explicit rows.
double risk_by_rows(const Dataset& data, const BasisPlan& plan, const FeatureSet& set,
                    double smoothing) {
  const Population& population = data.populations[0];
  const std::size_t rows = population.selection_rows;
  const auto view = population.x.view().first_rows(rows);
  const Basis basis(plan, view, std::span(population.weight).first(rows));
  const auto used = plan.columns_of(set);
  const auto size = static_cast<Eigen::Index>(used.size()) + 1;
  Eigen::MatrixXd x = Eigen::MatrixXd::Ones(static_cast<Eigen::Index>(rows), size);
  Eigen::VectorXd y(static_cast<Eigen::Index>(rows)), penalty = Eigen::VectorXd::Zero(size);
  std::vector<double> row(plan.columns().size());
  for (std::size_t i = 0; i < rows; ++i) {
    basis.fill_row(view, i, row);
    for (std::size_t c = 0; c < used.size(); ++c)
      x(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c) + 1) = row[used[c]];
    y[static_cast<Eigen::Index>(i)] = population.y[i];
  }
  for (std::size_t c = 0; c < used.size(); ++c)
    penalty[static_cast<Eigen::Index>(c) + 1] =
        plan.columns()[used[c]].kind == BasisPlan::Column::Kind::value ? 1.0 : smoothing;
  double loss = 0, base = 0;
  for (std::size_t fold = 0; fold < kRiskBlocks; ++fold) {
    std::vector<Eigen::Index> train, test;
    for (std::size_t i = 0; i < rows; ++i)
      (i % kRiskBlocks == fold ? test : train).push_back(static_cast<Eigen::Index>(i));
    const Eigen::MatrixXd xt = x(train, Eigen::all);
    const Eigen::VectorXd yt = y(train);
    Eigen::MatrixXd normal = xt.transpose() * xt;
    normal.diagonal() += penalty;
    const Eigen::VectorXd b = normal.ldlt().solve(xt.transpose() * yt);
    const Eigen::VectorXd residual = y(test) - x(test, Eigen::all) * b;
    loss += residual.squaredNorm();
    base += (y(test).array() - yt.mean()).square().sum();
  }
  return loss / base;
}

constexpr double kLinear = 1e12;  // leaves nothing of hinges and products

TEST(SmoothRisk, IsThatOfARidgeRegressionFittedRowByRow) {
  const Dataset data = one_population(300, [](const Population& p, std::size_t j) {
    return p.x(j, 0) + std::sin(2 * p.x(j, 1)) + 0.5 * noise_at(j);
  });
  const std::vector<std::size_t> ranked = {4, 1, 0, 2, 3};
  const SmoothRisk smooth(data, ranked, 3, {});
  const BasisPlan plan = basis_plan(data, ranked, 3);
  for (const FeatureSet& set : {FeatureSet{0}, FeatureSet{0, 1}, FeatureSet{1, 2, 4}, FeatureSet{}})
    EXPECT_NEAR(
        smooth.risk(set).worst(),
        std::min(risk_by_rows(data, plan, set, 100), risk_by_rows(data, plan, set, kLinear)), 1e-4);
}

TEST(SmoothRisk, IsThatOfALinearFitWhereHingesAndProductsDoHarm) {
  // A sum of columns with long tails: where a bend or a product comes in, rare rows are far off.
  Dataset data = two_populations(300);
  data.populations.pop_back();
  Population& only = data.populations[0];
  only.selection_rows = 300;
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t d = 0; d < 5; ++d) only.x(i, d) = std::pow(only.x(i, d), 5.0F);
    only.y[i] = only.x(i, 0) + only.x(i, 1);
  }
  standardise(data);
  const FeatureSet ranked = {0, 1, 2, 3, 4}, set = {0, 1, 3};
  const SmoothRisk smooth(data, ranked, 3, {});
  const BasisPlan plan = basis_plan(data, ranked, 3);
  const double linear = risk_by_rows(data, plan, set, kLinear);
  EXPECT_GT(risk_by_rows(data, plan, set, 100), 4 * linear);
  EXPECT_NEAR(smooth.risk(set).worst(), linear, 0.1 * linear);
}

TEST(SmoothRisk, AnyNumberOfRowsWillDo) {
  // Fewer rows than folds, and folds of just as many rows as are taken together.
  for (std::size_t rows : {5, 768}) {
    const Dataset data = one_population(
        rows, [](const Population& p, std::size_t j) { return p.x(j, 0) + noise_at(j); });
    const SmoothRisk smooth(data, {0, 1, 2, 3, 4}, 5, {});
    EXPECT_TRUE(std::isfinite(Aim().score(smooth.risk({0, 1})))) << rows;
  }
}

TEST(SmoothRisk, AnOutcomeThatDoesNotVaryIsNotExplained) {
  Dataset data = one_population(300, [](const Population& p, std::size_t j) { return p.x(j, 0); });
  for (float& y : data.populations[0].y) y = 0;
  const SmoothRisk smooth(data, {0, 1, 2, 3, 4}, 2, {});
  EXPECT_EQ(smooth.risk({0, 1}).worst(), 1);
}

TEST(SmoothRisk, LearnsWavesAndProducts) {
  const Dataset data = one_population(3000, [](const Population& p, std::size_t j) {
    return std::sin(2 * p.x(j, 1)) + p.x(j, 2) * p.x(j, 3);
  });
  SmoothRisk smooth(data, {0, 1, 2, 3, 4}, 3, {});
  smooth.smooth_for({1, 2, 3});
  EXPECT_LT(smooth.risk({1, 2, 3}).worst(), 0.1);
  EXPECT_GT(smooth.risk({0, 2, 3}).worst(), 0.3);  // without the wave
  EXPECT_GT(smooth.risk({0, 1, 2}).worst(), 0.5);  // half a product is none
}

/// Rows first … first + rows - 1 of the only population.
Dataset some_rows(const Dataset& data, std::size_t first, std::size_t rows) {
  Dataset out = data;
  Population& only = out.populations[0];
  Matrix x(rows, only.x.columns());
  for (std::size_t d = 0; d < x.columns(); ++d)
    for (std::size_t i = 0; i < rows; ++i) x(i, d) = only.x(first + i, d);
  only.x = std::move(x);
  const auto from = static_cast<std::ptrdiff_t>(first),
             to = from + static_cast<std::ptrdiff_t>(rows);
  only.y = std::vector<float>(only.y.begin() + from, only.y.begin() + to);
  only.weight.assign(rows, 1.0F);
  only.selection_rows = rows;
  standardise(out);
  return out;
}

TEST(SmoothRisk, FewRowsDoNotMakeAPopulationLookBadlyServed) {
  // Half of the variance is noise, whatever the number of rows: on average over many samples, a
  // population of 60 rows is not charged for having few.
  constexpr std::size_t kSamples = 200, kRows = 60;
  const Dataset all = one_population(
      kSamples * kRows, [](const Population& p, std::size_t j) { return p.x(j, 0) + noise_at(j); });
  const FeatureSet set = {0, 1, 2, 3, 4};
  double with_allowance = 0, without = 0;
  for (std::size_t sample = 0; sample < kSamples; ++sample) {
    const Dataset data = some_rows(all, sample * kRows, kRows);
    SmoothRisk smooth(data, set, 5, {});
    smooth.smooth_for(set);
    with_allowance += smooth.risk(set).worst() / kSamples;
    without += risk_by_rows(data, basis_plan(data, set, 5), set, 1000) / kSamples;
  }
  EXPECT_NEAR(with_allowance, 0.5, 0.03);
  EXPECT_GT(without, 0.55);
}

TEST(BasisPlan, GivesNumbersHingesAndProductsAndCategoriesTheirColumns) {
  Dataset data = two_populations();
  // Features 3 and 4 become one category of two columns.
  data.features.pop_back();
  data.features[3].column_count = 2;
  data.features[3].levels = {"a", "b"};
  const BasisPlan plan = basis_plan(data, {0, 1, 2, 3}, 3);
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
  const BasisPlan plan = basis_plan(data, {0, 1, 2, 3}, 3);
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
  const BasisPlan plan =
      basis_plan(data, {0}, 64);  // so large a budget leaves a feature two columns
  std::vector<std::size_t> seen;
  for (std::size_t c : plan.columns_of(FeatureSet{0})) seen.push_back(plan.columns()[c].x);
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 3}));

  // A level that one of the populations lacks is not a common one.
  for (float& x : data.populations[0].x.column(3)) x = 0;
  const BasisPlan other = basis_plan(data, {0}, 64);
  EXPECT_EQ(other.columns()[other.columns_of(FeatureSet{0})[1]].x, 4U);
}

TEST(Basis, IsStandardisedAndZeroWhereAColumnIsConstant) {
  Dataset data = two_populations(200);
  for (float& x : data.populations[0].x.column(1)) x = 0;
  const std::size_t rows = data.populations[0].selection_rows;
  const BasisPlan plan = basis_plan(data, {0, 1}, 2);
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

Constraints pairs() {
  return {{{Rule::Kind::budget, "--budget 2", {}, 2}}, {}};
}

TEST(Propose, FindsAPairOfWhichNeitherHelpsAlone) {
  const Dataset data = one_population(
      1500, [](const Population& p, std::size_t j) { return p.x(j, 0) * p.x(j, 1); });
  SmoothRisk smooth(data, {0, 1, 2, 3, 4}, 2, {});
  const FeatureSet all = {0, 1, 2, 3, 4};
  const auto sets = propose(smooth, {}, {all, all, {{2, 3}}}, pairs(), [] { return false; }, {});
  EXPECT_EQ(sets[0], (FeatureSet{0, 1}));
}

TEST(Propose, DoesNotDependOnTheNumberOfThreads) {
  const Dataset data = two_populations();
  const FeatureSet all = {0, 1, 2, 3, 4};
  Context four;
  four.threads = 4;
  SmoothRisk alone(data, all, 2, {}), together(data, all, 2, four);
  const Candidates candidates{all, all, {{3, 4}, {2, 3}}};
  const auto never = [] { return false; };
  EXPECT_EQ(propose(alone, {}, candidates, pairs(), never, {}),
            propose(together, {}, candidates, pairs(), never, four));
  EXPECT_EQ(alone.risk({0, 1}).worst(), together.risk({0, 1}).worst());
}

TEST(SmoothRisk, OfTwoClassesIsThatOfZeroAndOne) {
  const auto is_high = [](const Population& p, std::size_t row) {
    return p.x(row, 0) + 0.5 * p.x(row, 1) + 0.5 * noise_at(row) > 0 ? 1.0 : 0.0;
  };
  Dataset data = two_populations(400);
  data.populations.pop_back();
  Population& only = data.populations[0];
  for (std::size_t i = 0; i < only.y.size(); ++i) only.y[i] = static_cast<float>(is_high(only, i));
  data.task = Task::binary;
  Dataset classes = data;
  classes.task = Task::multiclass;
  classes.target_levels = {"low", "high"};
  const auto risk_of = [](const Dataset& d) {
    SmoothRisk smooth(d, {0, 1, 2}, 2, {});
    smooth.smooth_for({0, 1});
    return smooth.risk({0, 1}).worst();
  };
  EXPECT_NEAR(risk_of(classes), risk_of(data), 1e-4);
  EXPECT_LT(risk_of(data), 0.7);
}

}  // namespace
}  // namespace drfs
