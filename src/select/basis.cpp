#include "select/basis.hpp"

#include <algorithm>
#include <cmath>

namespace drfs {
namespace {

/// A set has about so many columns at most: more would cost more time than they explain.
constexpr std::size_t kColumnsOfASet = 128;
constexpr std::size_t kLargestSetWithProducts = 11;

/// How finely a population is seen. Each has Gram matrices of its own, so that with many
/// populations memory asks for less.
struct Detail {
  int knots;
  std::size_t features_with_products;  // every two of the first so many
};
constexpr std::size_t kManyPopulations = 24;

Detail detail_for(std::size_t populations) {
  return populations <= kManyPopulations ? Detail{8, 24} : Detail{4, 12};
}

/// Hinges and products see a value no further out than this, in standard deviations.
constexpr double kFarOut = 3.0;

bool is_number(const Dataset& data, std::size_t feature) {
  return data.features[feature].column_count == 1 && data.features[feature].levels.empty();
}

/// At most `most` columns of a feature. A standardised column of 0 and 1 reaches the further, the
/// rarer its level.
std::vector<std::size_t> commonest_columns(const Dataset& data, const Feature& feature,
                                           std::size_t most) {
  std::vector<std::pair<double, std::size_t>> by_reach;
  for (std::size_t d = 0; d < feature.column_count; ++d) {
    double reach = 0;
    for (const auto& population : data.populations)
      reach += std::ranges::max(
          population.x.column(feature.first_column + d).first(population.selection_rows));
    by_reach.emplace_back(reach, feature.first_column + d);
  }
  if (by_reach.size() > most) std::ranges::sort(by_reach);
  by_reach.resize(std::min(by_reach.size(), most));
  std::vector<std::size_t> columns;
  for (const auto& [reach, column] : by_reach) columns.push_back(column);
  return columns;
}

double tamed(double x) {
  return std::clamp(x, -kFarOut, kFarOut);
}

}  // namespace

BasisPlan::BasisPlan(const Dataset& data, const std::vector<std::size_t>& ranked,
                     std::size_t budget)
    : most_columns_(std::max<std::size_t>(1, kColumnsOfASet / std::max<std::size_t>(budget, 1))),
      own_(data.features.size()) {
  const Detail detail = detail_for(data.populations.size());
  knots_ = std::min(detail.knots, static_cast<int>(most_columns_) - 1);
  columns_.emplace_back();  // column 0 is the intercept's place; no feature has it
  for (std::size_t feature : ranked) add_feature(data, feature);
  if (budget > kLargestSetWithProducts) return;
  std::vector<std::size_t> numbers;
  for (std::size_t feature : ranked)
    if (is_number(data, feature) && numbers.size() < detail.features_with_products)
      numbers.push_back(feature);
  for (std::size_t a : numbers)
    for (std::size_t b : numbers) {
      if (a >= b) continue;
      product_[{a, b}] = columns_.size();
      columns_.push_back(
          {data.features[a].first_column, data.features[b].first_column, 0, Column::Kind::product});
    }
}

void BasisPlan::add_feature(const Dataset& data, std::size_t feature) {
  for (std::size_t x : commonest_columns(data, data.features[feature], most_columns_)) {
    own_[feature].push_back(columns_.size());
    columns_.push_back({x, 0, 0, Column::Kind::value});
  }
  if (!is_number(data, feature)) return;
  for (int knot = 0; knot < knots_; ++knot) {
    own_[feature].push_back(columns_.size());
    columns_.push_back({data.features[feature].first_column, 0, knot, Column::Kind::hinge});
  }
}

std::vector<std::size_t> BasisPlan::columns_of(const FeatureSet& set) const {
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

Basis::Basis(const BasisPlan& plan, const Population& population, std::size_t rows)
    : plan_(plan), population_(population), knots_(population.x.columns()) {
  for (const auto& column : plan.columns()) {
    if (column.kind != BasisPlan::Column::Kind::hinge || !knots_[column.x].empty()) continue;
    const auto values = population.x.column(column.x).first(rows);
    std::vector<float> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    for (int knot = 1; knot <= plan.knots(); ++knot)
      knots_[column.x].push_back(tamed(sorted[rows * static_cast<std::size_t>(knot) /
                                              static_cast<std::size_t>(plan.knots() + 1)]));
  }
  for (const auto& column : plan.columns()) {
    double weight = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      const double w = population.weight[i], value = raw(column, i);
      weight += w;
      sum += w * value;
      squares += w * value * value;
    }
    const double mean = sum / weight, variance = squares / weight - mean * mean;
    mean_.push_back(mean);
    scale_.push_back(variance > 1e-8 ? 1 / std::sqrt(variance) : 0.0);
  }
}

double Basis::raw(const BasisPlan::Column& column, std::size_t row) const {
  const double x = population_.x(row, column.x);
  switch (column.kind) {
    case BasisPlan::Column::Kind::value:
      return x;
    case BasisPlan::Column::Kind::hinge:
      return std::max(0.0, tamed(x) - knots_[column.x][static_cast<std::size_t>(column.knot)]);
    case BasisPlan::Column::Kind::product:
      return tamed(x) * tamed(population_.x(row, column.other_x));
  }
  return 0;
}

void Basis::fill_row(std::size_t row, std::span<double> out) const {
  const auto& columns = plan_.columns();
  for (std::size_t c = 0; c < columns.size(); ++c)
    out[c] = (raw(columns[c], row) - mean_[c]) * scale_[c];
}

}  // namespace drfs
