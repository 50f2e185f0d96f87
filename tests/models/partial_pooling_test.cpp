// Partial pooling against the textbook formula for all coefficients at once, and what it is for:
// populations lend each other what they have in common and nothing else.
#include "models/partial_pooling.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"

namespace drfs {
namespace {

struct Rows {
  Eigen::MatrixXd x;
  Eigen::VectorXd y;
};

/// y = x b + noise, of variance 1.
Rows made_rows(std::uint32_t place, Eigen::Index rows, const Eigen::VectorXd& b) {
  Rows out{Eigen::MatrixXd(rows, b.size()), Eigen::VectorXd(rows)};
  const double noise = std::sqrt(std::max(0.0, 1 - b.squaredNorm()));
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index d = 0; d < b.size(); ++d)
      out.x(i, d) =
          normals(11, Stream::bench,
                  {place, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(d), 0})[0];
    out.y[i] =
        out.x.row(i).dot(b) +
        noise * normals(11, Stream::bench, {place, static_cast<std::uint32_t>(i), 999, 0})[0];
  }
  return out;
}

RowSums sums_of(const Rows& rows) {
  const Eigen::MatrixXd x = rows.x.rowwise() - rows.x.colwise().mean();
  const Eigen::VectorXd y = rows.y.array() - rows.y.mean();
  return {x.transpose() * x, x.transpose() * y, y.squaredNorm(), static_cast<double>(y.size())};
}

std::vector<RowSums> sums_of(const std::vector<Rows>& populations) {
  std::vector<RowSums> out;
  for (const auto& rows : populations) out.push_back(sums_of(rows));
  return out;
}

Eigen::VectorXd slopes(std::initializer_list<double> first, Eigen::Index size) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(size);
  std::ranges::copy(first, out.begin());
  return out;
}

double error_of(const PartialPooling& pooling, const std::vector<RowSums>& sums, std::size_t p,
                const Eigen::VectorXd& truth) {
  return (pooling.means_given(sums, {})[p] - truth).squaredNorm();
}

TEST(PartialPooling, APopulationOfFewRowsLearnsFromOthersThatAreLikeIt) {
  const auto b = slopes({0.6, 0.4, -0.3}, 12);
  std::vector<Rows> all = {made_rows(0, 40, b)};
  for (std::uint32_t p = 1; p < 5; ++p) all.push_back(made_rows(p, 400, b));
  const auto together = sums_of(all), alone = sums_of(std::vector{all[0]});
  const std::vector<std::size_t> kinds(12, 0);
  const double helped = error_of(PartialPooling(together, kinds, {}), together, 0, b);
  EXPECT_LT(helped, 0.4 * error_of(PartialPooling(alone, kinds, {}), alone, 0, b));
}

TEST(PartialPooling, AloneEveryPopulationIsARegressionOfItsOwn) {
  const auto b = slopes({0.6, 0.4, -0.3}, 12);
  const auto sums = sums_of(std::vector{made_rows(0, 40, b), made_rows(1, 400, b)});
  const std::vector<std::size_t> kinds(12, 0);
  const PartialPooling alone(sums, kinds, {}, Populations::alone);
  const std::vector<RowSums> without_others = {sums[0]};
  const PartialPooling one(without_others, kinds, {}, Populations::alone);
  EXPECT_EQ(alone.prior_of(0, 0).follows, 0);
  EXPECT_LT((alone.means_given(sums, {})[0] - one.means_given(without_others, {})[0]).norm(), 1e-2);
}

TEST(PartialPooling, APopulationThatIsUnlikeTheOthersGoesItsOwnWay) {
  const auto b = slopes({0.6, 0.4, -0.3}, 12), other = slopes({0, 0, 0, 0.6, 0.5}, 12);
  std::vector<Rows> all = {made_rows(0, 200, other)};
  for (std::uint32_t p = 1; p < 5; ++p) all.push_back(made_rows(p, 400, b));
  const auto sums = sums_of(all);
  const PartialPooling pooling(sums, std::vector<std::size_t>(12, 0), {});
  EXPECT_LT(error_of(pooling, sums, 0, other), 0.06);
  EXPECT_NEAR(pooling.noise(0), 1 - other.squaredNorm(), 0.1);
}

TEST(PartialPooling, WhereNothingCanBeLearnedNothingIsExpected) {
  const auto b = slopes({0.6, 0.4, -0.3}, 12);
  std::vector<Rows> all = {made_rows(0, 300, slopes({}, 12))};
  for (std::uint32_t p = 1; p < 4; ++p) all.push_back(made_rows(p, 300, b));
  const auto sums = sums_of(all);
  const PartialPooling pooling(sums, std::vector<std::size_t>(12, 0), {});
  EXPECT_LT(12 * pooling.expected_square(0, 0), 0.03);
  EXPECT_GT(12 * pooling.expected_square(1, 0), 0.3);
  EXPECT_NEAR(pooling.noise(0), 1, 0.15);
}

TEST(PartialPooling, AKindOfColumnsThatTellsNothingIsExpectedToTellNothing) {
  // Two signals of the first kind; the other eighteen columns are of the second.
  const auto b = slopes({0.6, -0.5}, 20);
  std::vector<std::size_t> kinds(20, 1);
  kinds[0] = kinds[1] = 0;
  const auto sums = sums_of({made_rows(0, 300, b), made_rows(1, 300, b)});
  const PartialPooling pooling(sums, kinds, {});
  EXPECT_GT(pooling.expected_square(0, 0), 0.1);
  EXPECT_LT(18 * pooling.expected_square(0, 5), 0.05);
}

/// A hundred columns: two that all three populations follow, one of each alone.
std::vector<Rows> few_of_many_matter() {
  std::vector<Rows> out;
  for (std::uint32_t p = 0; p < 3; ++p) {
    auto b = slopes({0.5, 0.4}, 100);
    b[2 + p] = 0.5;
    out.push_back(made_rows(p, 200, b));
  }
  return out;
}

TEST(HeavyTails, KeepWhatFewOfManyColumnsTell) {
  const auto sums = sums_of(few_of_many_matter());
  const std::vector<std::size_t> kinds(100, 0);
  const PartialPooling normal(sums, kinds, {}),
      heavy(sums, kinds, {}, Populations::together, Tails::heavy);
  for (std::size_t p = 0; p < 3; ++p) {
    auto truth = slopes({0.5, 0.4}, 100);
    truth[static_cast<Eigen::Index>(2 + p)] = 0.5;
    EXPECT_LT(error_of(heavy, sums, p, truth), 0.6 * error_of(normal, sums, p, truth)) << p;
    EXPECT_GT(heavy.expected_square(p, 2 + p), 4 * heavy.expected_square(p, 50)) << p;
  }
}

TEST(HeavyTails, LoseWhereAllColumnsMatterAlike) {
  const Eigen::VectorXd b = Eigen::VectorXd::Constant(60, 0.11);
  const auto sums = sums_of(std::vector{made_rows(0, 150, b), made_rows(1, 150, b)});
  const std::vector<std::size_t> kinds(60, 0);
  const PartialPooling normal(sums, kinds, {}),
      heavy(sums, kinds, {}, Populations::together, Tails::heavy);
  EXPECT_LT(error_of(normal, sums, 0, b), error_of(heavy, sums, 0, b));
}

/// Alone and with columns that are orthogonal, each coefficient is by itself, and the tightness is
/// the one that its own posterior implies.
TEST(HeavyTails, SettleWhereTightnessAndCoefficientAgree) {
  const Eigen::Index m = 8;
  const Eigen::VectorXd b = slopes({0.7, 0.2, 0.05}, m);
  const double rows = 50;
  const std::vector<RowSums> sums = {
      {rows * Eigen::MatrixXd::Identity(m, m), rows * b, rows, rows}};
  const PartialPooling heavy(sums, std::vector<std::size_t>(m, 0), {}, Populations::alone,
                             Tails::heavy);
  const Eigen::VectorXd mean = heavy.means_given(sums, {})[0];
  const double t = heavy.prior_of(0, 0).own;
  for (Eigen::Index d = 0; d < m; ++d) {
    const double prior = heavy.expected_square(0, static_cast<std::size_t>(d));
    const double variance = 1 / (rows / heavy.noise(0) + 1 / prior);
    EXPECT_NEAR(mean[d], variance * rows / heavy.noise(0) * b[d], 0.02) << d;
    EXPECT_NEAR(t / prior, std::sqrt(2 * t / (mean[d] * mean[d] + variance)), 0.1 * t / prior) << d;
  }
}

/// The coefficients of all populations as one normal vector, with the prior that the pooling found:
/// its covariances are expected products, which two populations have through f alone.
TEST(PartialPooling, TheMeansAreThoseOfTheJointNormalDistribution) {
  const Eigen::Index m = 4;
  const std::vector<Rows> all = {made_rows(0, 30, slopes({0.5, 0.3}, m)),
                                 made_rows(1, 50, slopes({0.5, 0.1, 0.2}, m)),
                                 made_rows(2, 40, slopes({0.4, 0.3, 0, 0.2}, m))};
  const auto sums = sums_of(all);
  const PartialPooling pooling(sums, std::vector<std::size_t>(4, 0), {});
  // Of draws, of which there are many: mean and covariance.
  const auto draws = pooling.draws(40000, 3);
  const auto means = pooling.means_given(sums, {});
  for (std::size_t p = 0; p < 3; ++p)
    EXPECT_LT((draws[p].rowwise().mean() - means[p]).cwiseAbs().maxCoeff(), 1e-9) << p;

  // The posterior precision of (f, b_0, b_1, b_2), written out in full.
  const double a_scale = 1.0 / static_cast<double>(m);
  Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(4 * m, 4 * m);
  Eigen::VectorXd known = Eigen::VectorXd::Zero(4 * m);
  precision.topLeftCorner(m, m).diagonal().array() += 1 / a_scale;
  for (std::size_t p = 0; p < 3; ++p) {
    const auto [a, t] = pooling.prior_of(p, 0);
    const auto at = static_cast<Eigen::Index>(p + 1) * m;
    precision.topLeftCorner(m, m).diagonal().array() += a * a / t;
    precision.block(at, at, m, m) = sums[p].xx / pooling.noise(p);
    precision.block(at, at, m, m).diagonal().array() += 1 / t;
    precision.block(0, at, m, m).diagonal().array() -= a / t;
    precision.block(at, 0, m, m).diagonal().array() -= a / t;
    known.segment(at, m) = sums[p].xy / pooling.noise(p);
  }
  const Eigen::MatrixXd covariance = precision.inverse();
  const Eigen::VectorXd joint = covariance * known;
  for (std::size_t p = 0; p < 3; ++p) {
    const auto at = static_cast<Eigen::Index>(p + 1) * m;
    EXPECT_LT((joint.segment(at, m) - means[p]).cwiseAbs().maxCoeff(), 1e-9);
    const Eigen::MatrixXd apart = draws[p].colwise() - means[p];
    const Eigen::MatrixXd seen = apart * apart.transpose() / static_cast<double>(apart.cols());
    EXPECT_LT((seen - covariance.block(at, at, m, m)).cwiseAbs().maxCoeff(),
              0.05 * covariance.block(at, at, m, m).cwiseAbs().maxCoeff());
  }
}

TEST(PartialPooling, DoesNotDependOnTheNumberOfThreads) {
  const auto sums =
      sums_of({made_rows(0, 60, slopes({0.5}, 6)), made_rows(1, 80, slopes({0.5, 0.2}, 6))});
  Context four;
  four.threads = 4;
  const std::vector<std::size_t> kinds(6, 0);
  const auto one = PartialPooling(sums, kinds, {}).draws(8, 1),
             more = PartialPooling(sums, kinds, four).draws(8, 1);
  for (std::size_t p = 0; p < 2; ++p) EXPECT_EQ(one[p], more[p]);
}

TEST(PartialPooling, RowsThatSayNothingLeaveTheOthersAsTheyAre) {
  const auto b = slopes({0.6, 0.4}, 5);
  auto sums = sums_of({made_rows(0, 300, b), made_rows(1, 300, b)});
  const PartialPooling two(sums, std::vector<std::size_t>(5, 0), {});
  const auto before = two.means_given(sums, {});
  sums.push_back({Eigen::MatrixXd::Zero(5, 5), Eigen::VectorXd::Zero(5), 50, 50});
  const PartialPooling three(sums, std::vector<std::size_t>(5, 0), {});
  EXPECT_LT((three.means_given(sums, {})[0] - before[0]).norm(), 0.02);
}

}  // namespace
}  // namespace drfs
