#include "select/measure/reference.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "models/products.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

/// So many columns of the basis cost about as much time as the rest of a small selection; hinges of
/// the less promising features are what is saved.
constexpr std::size_t kMostColumns = 200;
/// And so many rows a column are what a regression is commonly asked to have.
constexpr std::size_t kRowsOfAColumn = 10;
/// More rows of a population than this tell sets apart no better.
constexpr std::size_t kMostRows = 10000;

/// The columns of categories, that of the commonest level first.
std::vector<std::size_t> commonest_first(const Dataset& data,
                                         const std::vector<std::size_t>& columns) {
  std::vector<std::pair<double, std::size_t>> by_share;
  for (std::size_t column : columns) {
    double share = 0;
    for (const auto& population : data.populations)
      share += share_of_level(population.x.column(column).first(population.selection_rows));
    by_share.emplace_back(-share, column);
  }
  std::ranges::sort(by_share);
  std::vector<std::size_t> sorted;
  for (const auto& [share, column] : by_share) sorted.push_back(column);
  return sorted;
}

BasisPlan::Feature basis_feature(const Dataset& data, const Feature& feature) {
  BasisPlan::Feature out;
  std::vector<std::size_t> levels;
  for (const auto& part : parts_of(feature))
    for (std::size_t d = 0; d < part.column_count; ++d) {
      const bool is_mark = part.marks_missing && d + 1 == part.column_count;
      (part.levels.empty() && !is_mark ? out.numbers : levels).push_back(part.first_column + d);
    }
  out.levels = commonest_first(data, levels);
  return out;
}

/// How much of the difference between a population's correlations and those of all rows together is
/// chance: 1 where it may be all of it. A correlation r of n rows has the variance (1 - r²)² / n.
double share_of_chance(const Eigen::MatrixXd& own, const Eigen::MatrixXd& all, double rows,
                       double all_rows) {
  double chance = 0, seen = 0;
  for (Eigen::Index j = 0; j < own.cols(); ++j)
    for (Eigen::Index i = 0; i < j; ++i) {
      chance += std::pow(1 - all(i, j) * all(i, j), 2) * (1 / rows - 1 / all_rows);
      seen += std::pow(own(i, j) - all(i, j), 2);
    }
  return seen > chance ? chance / seen : 1;
}

Eigen::VectorXd inverse_deviations(const Eigen::MatrixXd& sums) {
  return sums.diagonal().unaryExpr([](double v) { return v > 0 ? 1 / std::sqrt(v) : 0.0; });
}

Eigen::MatrixXd correlations(const Eigen::MatrixXd& sums) {
  const Eigen::VectorXd inverse = inverse_deviations(sums);
  return inverse.asDiagonal() * sums * inverse.asDiagonal();
}

}  // namespace

std::vector<TrainingData> reference_rows(const Dataset& data) {
  std::vector<TrainingData> out;
  for (const auto& population : data.populations)
    out.push_back(first_rows(data, population, std::min(population.selection_rows, kMostRows)));
  return out;
}

BasisPlan basis_plan(const Dataset& data, const std::vector<TrainingData>& rows,
                     const std::vector<std::size_t>& ranked, std::size_t budget,
                     const Context& context) {
  std::vector<BasisPlan::Feature> features;
  for (const auto& feature : data.features) features.push_back(basis_feature(data, feature));
  std::size_t total = 0;
  for (const auto& population : rows) total += population.y.size();
  const std::size_t most = std::min(kMostColumns, total / kRowsOfAColumn);
  BasisPlan plan(features, ranked, budget, most);
  plan.add_products(products_to_see(plan, most, rows, context));
  return plan;
}

Reference::Reference(const BasisRows& rows, const BasisPlan& plan, const Regressions& used,
                     std::uint64_t seed, const Context& context)
    : plan_(plan) {
  place_.assign(plan_.columns().size(), -1);
  for (std::size_t i = 0; i < used.columns.size(); ++i)
    place_[used.columns[i]] = static_cast<Eigen::Index>(i);
  for (const auto& [pair, column] : plan_.products())
    if (place_[column] >= 0) products_.push_back(pair);

  const auto sums = sums_of_all(rows, 0, used.columns, context);
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(std::ssize(used.columns), std::ssize(used.columns));
  double all_rows = 0;
  for (const auto& population : sums) {
    all += population.xx;
    all_rows += population.rows;
  }
  all = correlations(all);
  populations_.resize(sums.size());
  std::vector<double> rows_of_columns(sums.size());
  parallel_for(sums.size(), context, [&](std::size_t p, std::size_t) {
    const Eigen::MatrixXd own = correlations(sums[p].xx);
    const double lent = used.populations == Populations::together
                            ? share_of_chance(own, all, sums[p].rows, all_rows)
                            : 0;
    rows_of_columns[p] = sums[p].rows + lent * (all_rows - sums[p].rows);
    const Eigen::VectorXd deviations =
        (sums[p].xx.diagonal() / sums[p].rows).cwiseMax(0).cwiseSqrt();
    populations_[p].covariance =
        deviations.asDiagonal() * ((1 - lent) * own + lent * all) * deviations.asDiagonal();
  });
  for (std::size_t k = 0; k < used.outcomes.size(); ++k) {
    const auto b = used.outcomes[k].draws(kDraws, seed + k);
    for (std::size_t p = 0; p < sums.size(); ++p) {
      Known known;
      known.with_column = populations_[p].covariance * b[p];
      known.predictable =
          known.with_column.cwiseProduct(b[p]).colwise().sum().transpose().array().max(0);
      known.noise = used.outcomes[k].noise(p);
      known.share = rows.variance(p, k);
      known.ridge.resize(std::ssize(used.columns));
      for (std::size_t i = 0; i < used.columns.size(); ++i)
        known.ridge[static_cast<Eigen::Index>(i)] =
            known.noise / (used.outcomes[k].expected_square(p, i) * rows_of_columns[p]);
      populations_[p].outcomes.push_back(std::move(known));
    }
  }
}

std::vector<Eigen::Index> Reference::places_of(const FeatureSet& set) const {
  std::vector<Eigen::Index> out;
  for (std::size_t column : plan_.columns_of(set))
    if (place_[column] >= 0) out.push_back(place_[column]);
  return out;
}

RiskDraws Reference::risk(const FeatureSet& set) const {
  const auto places = places_of(set);
  RiskDraws out{Eigen::ArrayXXd::Ones(std::ssize(populations_), kDraws)};
  if (places.empty()) return out;
  for (std::size_t p = 0; p < populations_.size(); ++p) {
    const Eigen::MatrixXd covariance = populations_[p].covariance(places, places);
    Eigen::ArrayXd left = Eigen::ArrayXd::Zero(kDraws);
    double shares = 0;
    for (const auto& known : populations_[p].outcomes) {
      const Eigen::VectorXd ridge = known.ridge(places);
      const Eigen::MatrixXd with = known.with_column(places, Eigen::all);
      const Eigen::MatrixXd slopes =
          (covariance + Eigen::MatrixXd(ridge.asDiagonal())).llt().solve(with);
      // 2 b'c - b'Sb with (S + ridge) b = c.
      const Eigen::ArrayXd explained =
          (with.cwiseProduct(slopes).colwise().sum() + ridge.transpose() * slopes.cwiseAbs2())
              .transpose()
              .array();
      const Eigen::ArrayXd in_all = known.predictable + known.noise;
      left += known.share * (in_all - explained.min(known.predictable)) / in_all;
      shares += known.share;
    }
    if (shares > 0) out.risk.row(static_cast<Eigen::Index>(p)) = (left / shares).transpose();
  }
  return out;
}

}  // namespace drfs
