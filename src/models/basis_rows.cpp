#include "models/basis_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/block_rows.hpp"
#include "core/parallel.hpp"

namespace drfs {
namespace {

using Kind = BasisPlan::Column::Kind;

/// The Gram matrix of (1, basis columns, y) over the rows first, first + step, …, weighted. With
/// several classes y stands for as many columns, 1 in the rows of the class and 0 elsewhere.
Eigen::MatrixXd gram_of_rows(const Basis& basis, const BasisPlan& plan, const TrainingData& data,
                             std::size_t first, std::size_t step) {
  const auto columns = static_cast<Eigen::Index>(plan.columns().size());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto outcomes = static_cast<Eigen::Index>(std::max<std::size_t>(data.classes, 1));
  RowMajor chunk = RowMajor::Zero(kBlockRows, columns + outcomes);
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(columns + outcomes, columns + outcomes);
  Eigen::Index filled = 0;
  const auto flush = [&] {
    if (filled == 0) return;
    gram.selfadjointView<Eigen::Lower>().rankUpdate(chunk.topRows(filled).transpose());
    filled = 0;
  };
  for (std::size_t i = first; i < data.y.size(); i += step) {
    auto row = chunk.row(filled++);
    basis.fill_row(data.x, i, {row.data(), static_cast<std::size_t>(columns)});
    row[0] = 1;
    if (data.classes == 0) {
      row[columns] = data.y[i];
    } else {
      row.tail(outcomes).setZero();
      row[columns + static_cast<Eigen::Index>(data.y[i])] = 1;
    }
    row *= std::sqrt(static_cast<double>(data.weight[i]));
    if (filled == kBlockRows) flush();
  }
  flush();
  return gram.selfadjointView<Eigen::Lower>();
}

/// The variance of a column of 0 and 1 before it was standardised, the mean over populations.
double variance_of_level(const std::vector<TrainingData>& populations, std::size_t column) {
  double sum = 0;
  for (const auto& rows : populations) {
    const double share = share_of_level(rows.x.column(column));
    sum += share * (1 - share);
  }
  return sum / static_cast<double>(populations.size());
}

}  // namespace

std::vector<std::size_t> kinds_of(const BasisPlan& plan, const std::vector<std::size_t>& columns) {
  std::vector<std::size_t> out;
  for (std::size_t c : columns) {
    const Kind kind = plan.columns()[c].kind;
    out.push_back(kind == Kind::value ? 0 : kind == Kind::hinge ? 1 : 2);
  }
  return out;
}

BasisRows::BasisRows(const std::vector<TrainingData>& populations, const BasisPlan& plan,
                     std::size_t folds, const Context& context)
    : plan_(plan),
      outcomes_(std::max<std::size_t>(populations.front().classes, 1)),
      grams_(populations.size(), std::vector<Eigen::MatrixXf>(folds)) {
  for (const auto& rows : populations) bases_.emplace_back(plan_, rows.x, rows.weight);
  parallel_for(grams_.size() * folds, context, [&](std::size_t item, std::size_t) {
    const std::size_t p = item / folds, fold = item % folds;
    grams_[p][fold] = gram_of_rows(bases_[p], plan_, populations[p], fold, folds).cast<float>();
  });
  for (const auto& of_folds : grams_) {
    total_.emplace_back(of_folds[0].cast<double>());
    for (std::size_t fold = 1; fold < folds; ++fold) total_.back() += of_folds[fold].cast<double>();
  }
  find_scales(populations);
}

void BasisRows::find_scales(const std::vector<TrainingData>& populations) {
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
  for (const auto& levels : plan_.levels()) {
    double sum = 0;
    for (std::size_t c : levels) sum += variance_of_level(populations, columns[c].x);
    for (std::size_t c : levels)
      if (sum > 0) scale_[c] = std::sqrt(variance_of_level(populations, columns[c].x) / sum);
  }
}

double BasisRows::variance(std::size_t population, std::size_t outcome) const {
  const Eigen::MatrixXd& gram = total_[population];
  const auto y = static_cast<Eigen::Index>(plan_.columns().size() + outcome);
  const double rows = gram(0, 0), mean = gram(0, y) / rows;
  return std::max(0.0, gram(y, y) / rows - mean * mean);
}

RowSums BasisRows::about(const Eigen::MatrixXd& gram, const Eigen::MatrixXd& centre,
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

RowSums BasisRows::outside(std::size_t population, std::size_t fold, std::size_t outcome,
                           const std::vector<std::size_t>& columns) const {
  Eigen::MatrixXd gram = total_[population];
  if (fold < grams_[population].size()) gram -= grams_[population][fold].cast<double>();
  return about(gram, gram, population, outcome, columns);
}

RowSums BasisRows::inside(std::size_t population, std::size_t fold, std::size_t outcome,
                          const std::vector<std::size_t>& columns) const {
  const Eigen::MatrixXd gram = grams_[population][fold].cast<double>();
  return about(gram, total_[population] - gram, population, outcome, columns);
}

Eigen::VectorXd BasisRows::on_plan(std::size_t population, std::size_t outcome,
                                   const std::vector<std::size_t>& columns,
                                   const Eigen::VectorXd& coefficients) const {
  const auto size = static_cast<Eigen::Index>(plan_.columns().size());
  Eigen::VectorXd out = Eigen::VectorXd::Zero(size);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t c = columns[i];
    const double b = coefficients[static_cast<Eigen::Index>(i)] * scale_[c] *
                     std::sqrt(variance(population, outcome));
    out[static_cast<Eigen::Index>(c)] += b;
    out[static_cast<Eigen::Index>(value_[c])] -= slope_[c] * b;  // 0 but for hinges
  }
  const Eigen::MatrixXd& gram = total_[population];
  out[0] = (gram(0, size + static_cast<Eigen::Index>(outcome)) -
            gram.col(0).segment(1, size - 1).dot(out.tail(size - 1))) /
           gram(0, 0);
  return out;
}

}  // namespace drfs
