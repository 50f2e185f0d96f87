#include "models/basis.hpp"

#include <algorithm>
#include <cmath>

#include "core/weighted_sample.hpp"

namespace drfs {
namespace {

/// Of a number.
constexpr int kMostHinges = 8;

/// Where so many features share the room.
std::size_t columns_of_each(std::size_t set_size) {
  return std::max<std::size_t>(1, kColumnsOfASet / std::max<std::size_t>(set_size, 1));
}

}  // namespace

bool BasisPlan::has_hinges(std::size_t set_size) {
  return columns_of_each(set_size) > 1;
}

double share_of_level(std::span<const float> column) {
  const double reach = column.empty() ? 0 : std::ranges::max(column);
  return reach > 0 ? 1 / (1 + reach * reach) : 0;
}

BasisPlan::BasisPlan(const std::vector<Feature>& features, const std::vector<std::size_t>& ranked,
                     std::size_t set_size, std::size_t most_columns)
    : own_(features.size()), levels_(features.size()) {
  const std::size_t each = columns_of_each(set_size);
  knots_ = std::min(kMostHinges, static_cast<int>(each) - 1);
  columns_.emplace_back();
  for (std::size_t feature : ranked) {
    add_values(features[feature], feature, each);
    if (features[feature].numbers.size() == 1)
      single_numbers_.emplace_back(feature, features[feature].numbers[0]);
  }
  for (std::size_t feature : ranked) {
    if (columns_.size() + static_cast<std::size_t>(knots_) > most_columns) break;
    add_hinges(features[feature], feature, each);
  }
}

void BasisPlan::add_products(const std::vector<FeaturePair>& pairs) {
  const std::map<std::size_t, std::size_t> number(single_numbers_.begin(), single_numbers_.end());
  for (const auto& [a, b] : pairs) {
    product_[{a, b}] = columns_.size();
    columns_.push_back({number.at(a), number.at(b), 0, Column::Kind::product});
  }
}

void BasisPlan::add(std::size_t feature, const Column& column) {
  own_[feature].push_back(columns_.size());
  columns_.push_back(column);
}

void BasisPlan::add_values(const Feature& seen, std::size_t feature, std::size_t most_columns) {
  for (std::size_t x : seen.numbers) add(feature, {x, 0, 0, Column::Kind::value});
  const std::size_t room = most_columns - std::min(most_columns, seen.numbers.size());
  for (std::size_t i = 0; i < std::min(room, seen.levels.size()); ++i) {
    levels_[feature].push_back(columns_.size());
    add(feature, {seen.levels[i], 0, 0, Column::Kind::value});
  }
}

void BasisPlan::add_hinges(const Feature& seen, std::size_t feature, std::size_t most_columns) {
  if (seen.numbers.empty()) return;
  // The numbers of a group share the room; each takes as many of the knots, evenly spread.
  const int hinges = std::min(knots_, static_cast<int>(most_columns / seen.numbers.size()) - 1);
  for (std::size_t x : seen.numbers)
    for (int hinge = 0; hinge < hinges; ++hinge)
      add(feature, {x, 0, hinge * knots_ / hinges, Column::Kind::hinge});
}

std::vector<std::size_t> BasisPlan::columns_of(std::span<const std::size_t> set) const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < set.size(); ++i) {
    out.insert(out.end(), own_[set[i]].begin(), own_[set[i]].end());
    for (std::size_t j = i + 1; j < set.size(); ++j) {
      const auto product = product_.find({set[i], set[j]});
      if (product != product_.end()) out.push_back(product->second);
    }
  }
  return out;
}

Basis::Basis(const BasisPlan& plan, MatrixView<const float> x, std::span<const float> weight)
    : plan_(plan), knots_(x.columns) {
  for (const auto& column : plan.columns()) {
    if (column.kind != BasisPlan::Column::Kind::hinge || !knots_[column.x].empty()) continue;
    std::vector<std::pair<float, float>> values;
    for (std::size_t i = 0; i < x.rows; ++i) values.emplace_back(x(i, column.x), weight[i]);
    const WeightedSample sample(std::move(values));
    for (int knot = 1; knot <= plan.knots(); ++knot)
      knots_[column.x].push_back(tamed(sample.quantile(knot, plan.knots() + 1)));
  }
  for (const auto& column : plan.columns()) {
    double total = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < x.rows; ++i) {
      const double w = weight[i], value = raw(column, x, i);
      total += w;
      sum += w * value;
      squares += w * value * value;
    }
    const double mean = sum / total, variance = squares / total - mean * mean;
    mean_.push_back(mean);
    scale_.push_back(variance > 1e-8 ? 1 / std::sqrt(variance) : 0.0);
  }
}

double Basis::raw(const BasisPlan::Column& column, MatrixView<const float> x,
                  std::size_t row) const {
  if (column.kind == BasisPlan::Column::Kind::intercept) return 0;
  const double value = x(row, column.x);
  switch (column.kind) {
    case BasisPlan::Column::Kind::intercept:
    case BasisPlan::Column::Kind::value:
      return value;
    case BasisPlan::Column::Kind::hinge:
      return std::max(0.0, tamed(value) - knots_[column.x][static_cast<std::size_t>(column.knot)]);
    case BasisPlan::Column::Kind::product:
      return tamed(value) * tamed(x(row, column.other_x));
  }
  return 0;
}

void Basis::fill_row(MatrixView<const float> x, std::size_t row, std::span<double> out) const {
  const auto& columns = plan_.columns();
  for (std::size_t c = 0; c < columns.size(); ++c)
    out[c] = (raw(columns[c], x, row) - mean_[c]) * scale_[c];
}

}  // namespace drfs
