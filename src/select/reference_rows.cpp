#include "select/reference_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/parallel.hpp"
#include "models/smooth_fit.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

using Kind = BasisPlan::Column::Kind;

/// More rows than this tell sets apart no better.
constexpr std::size_t kMostRows = 10000;

TrainingData some_rows(const Dataset& data, const Population& population) {
  return first_rows(data, population, std::min(population.selection_rows, kMostRows));
}

/// The variance of a column of 0 and 1 before it was standardised, the mean over populations: what
/// reaches √(1/f - 1) has the share f.
double variance_of_level(const Dataset& data, std::size_t column) {
  double sum = 0;
  for (const auto& population : data.populations) {
    const double reach =
        std::ranges::max(population.x.column(column).first(population.selection_rows));
    if (reach <= 0) continue;
    const double share = 1 / (1 + reach * reach);
    sum += share * (1 - share);
  }
  return sum / static_cast<double>(data.populations.size());
}

}  // namespace

ReferenceRows::ReferenceRows(const Dataset& data, const BasisPlan& plan, std::size_t folds,
                             const Context& context)
    : plan_(plan),
      outcomes_(std::max<std::size_t>(data.classes(), 1)),
      grams_(data.populations.size(), std::vector<Eigen::MatrixXf>(folds)) {
  std::vector<Basis> bases;
  for (const auto& population : data.populations) {
    const TrainingData rows = some_rows(data, population);
    bases.emplace_back(plan_, rows.x, rows.weight);
  }
  // Rows stand in random order since the split: row i is of fold i mod folds.
  parallel_for(grams_.size() * folds, context, [&](std::size_t item, std::size_t) {
    const std::size_t p = item / folds, fold = item % folds;
    grams_[p][fold] =
        gram_of_rows(bases[p], plan_, some_rows(data, data.populations[p]), fold, folds)
            .cast<float>();
  });
  for (const auto& of_folds : grams_) {
    total_.push_back(of_folds[0].cast<double>());
    for (std::size_t fold = 1; fold < folds; ++fold) total_.back() += of_folds[fold].cast<double>();
  }
  find_scales(data);
}

void ReferenceRows::find_scales(const Dataset& data) {
  const auto& columns = plan_.columns();
  value_.assign(columns.size(), 0);
  slope_.assign(columns.size(), 0.0);
  scale_.assign(columns.size(), 1.0);
  std::map<std::size_t, std::size_t> value_of;  // column of the data to that of the plan
  for (std::size_t c = 1; c < columns.size(); ++c)
    if (columns[c].kind == Kind::value) value_of[columns[c].x] = c;

  std::map<std::size_t, double> bend;  // the variance of all hinges of a number
  std::vector<double> left(columns.size(), 0.0);
  for (std::size_t c = 1; c < columns.size(); ++c) {
    if (columns[c].kind != Kind::hinge) continue;
    value_[c] = value_of.at(columns[c].x);
    const auto h = static_cast<Eigen::Index>(c), v = static_cast<Eigen::Index>(value_[c]);
    double hh = 0, hv = 0, vv = 0, rows = 0;
    for (const auto& gram : total_) {
      hh += gram(h, h);
      hv += gram(h, v);
      vv += gram(v, v);
      rows += gram(0, 0);
    }
    slope_[c] = vv > 0 ? hv / vv : 0;
    left[c] = std::max(0.0, hh - slope_[c] * hv) / rows;
    bend[columns[c].x] += left[c];
  }
  for (std::size_t c = 1; c < columns.size(); ++c)
    if (columns[c].kind == Kind::hinge)
      scale_[c] = bend[columns[c].x] > 0 ? 1 / std::sqrt(bend[columns[c].x]) : 0;

  // An effect of a level is likely to be as large as any other's in the outcome's own units, so
  // that all levels of a category together have the weight of one number.
  for (const auto& feature : data.features)
    for (const auto& part : parts_of(feature)) {
      if (part.levels.empty()) continue;
      double sum = 0;
      for (std::size_t d = 0; d < part.column_count; ++d)
        sum += variance_of_level(data, part.first_column + d);
      for (std::size_t d = 0; d < part.column_count; ++d)
        if (const auto at = value_of.find(part.first_column + d); at != value_of.end() && sum > 0)
          scale_[at->second] = std::sqrt(variance_of_level(data, part.first_column + d) / sum);
    }
}

double ReferenceRows::variance(std::size_t population, std::size_t outcome) const {
  const Eigen::MatrixXd& gram = total_[population];
  const auto y = static_cast<Eigen::Index>(plan_.columns().size() + outcome);
  const double rows = gram(0, 0), mean = gram(0, y) / rows;
  return std::max(0.0, gram(y, y) / rows - mean * mean);
}

RowSums ReferenceRows::about(const Eigen::MatrixXd& gram, const Eigen::MatrixXd& centre,
                             std::size_t population, std::size_t outcome,
                             const std::vector<std::size_t>& columns) const {
  const auto size = static_cast<Eigen::Index>(columns.size());
  const double y_variance = variance(population, outcome);
  if (y_variance <= 0)  // rows that say nothing
    return {Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size), gram(0, 0), gram(0, 0)};
  const Eigen::VectorXd mean = centre.col(0) / centre(0, 0), sum = gram.col(0);
  const double rows = gram(0, 0);
  const auto product = [&](Eigen::Index i, Eigen::Index j) {
    return gram(i, j) - mean[i] * sum[j] - sum[i] * mean[j] + rows * mean[i] * mean[j];
  };
  const auto y = static_cast<Eigen::Index>(plan_.columns().size() + outcome);
  RowSums out{Eigen::MatrixXd(size, size), Eigen::VectorXd(size), product(y, y) / y_variance, rows};
  for (Eigen::Index i = 0; i < size; ++i) {
    const std::size_t c = columns[static_cast<std::size_t>(i)];
    const auto ci = static_cast<Eigen::Index>(c), vi = static_cast<Eigen::Index>(value_[c]);
    const auto with = [&](Eigen::Index j) {
      return scale_[c] * (product(ci, j) - (slope_[c] != 0 ? slope_[c] * product(vi, j) : 0));
    };
    out.xy[i] = with(y) / std::sqrt(y_variance);
    for (Eigen::Index j = 0; j <= i; ++j) {
      const std::size_t d = columns[static_cast<std::size_t>(j)];
      double sum_of_products = with(static_cast<Eigen::Index>(d));
      if (slope_[d] != 0) sum_of_products -= slope_[d] * with(static_cast<Eigen::Index>(value_[d]));
      out.xx(i, j) = out.xx(j, i) = scale_[d] * sum_of_products;
    }
  }
  return out;
}

RowSums ReferenceRows::outside(std::size_t population, std::size_t fold, std::size_t outcome,
                               const std::vector<std::size_t>& columns) const {
  Eigen::MatrixXd gram = total_[population];
  if (fold < grams_[population].size()) gram -= grams_[population][fold].cast<double>();
  return about(gram, gram, population, outcome, columns);
}

RowSums ReferenceRows::inside(std::size_t population, std::size_t fold, std::size_t outcome,
                              const std::vector<std::size_t>& columns) const {
  const Eigen::MatrixXd gram = grams_[population][fold].cast<double>();
  return about(gram, total_[population] - gram, population, outcome, columns);
}

}  // namespace drfs
