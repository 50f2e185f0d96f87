#include "select/smooth_risk.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "models/products.hpp"
#include "models/smooth_fit.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

constexpr std::size_t kFolds = kRiskBlocks;
/// More rows than this tell sets apart no better than the real model that judges them in the end.
constexpr std::size_t kMostRows = 10000;

/// Each population has Gram matrices of its own, so that with many populations memory asks for
/// less.
BasisDetail detail_for(std::size_t populations) {
  constexpr std::size_t kManyPopulations = 24;
  return populations <= kManyPopulations ? BasisDetail{8, 24} : BasisDetail{4, 12};
}

/// The columns of categories, that of the commonest level first. A standardised column of 0 and 1
/// whose level has the share f reaches √(1/f - 1); where the level is absent, the column is 0.
std::vector<std::size_t> commonest_first(const Dataset& data,
                                         const std::vector<std::size_t>& columns) {
  std::vector<std::pair<double, std::size_t>> by_share;
  for (std::size_t column : columns) {
    double share = 0;
    for (const auto& population : data.populations) {
      const double reach =
          std::ranges::max(population.x.column(column).first(population.selection_rows));
      if (reach > 0) share += 1 / (1 + reach * reach);
    }
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

/// Less what they owe to the few rows that there are to learn from.
BlockLosses deflated(const std::vector<FoldLoss>& folds, double inflation) {
  BlockLosses out;
  for (const auto& [loss, base] : folds) {
    out.loss.push_back(loss / inflation);
    out.base.push_back(base);
  }
  return out;
}

TrainingData some_rows(const Dataset& data, const Population& population) {
  return first_rows(data, population, std::min(population.selection_rows, kMostRows));
}

}  // namespace

BasisPlan basis_plan(const Dataset& data, const std::vector<std::size_t>& ranked,
                     std::size_t budget, const Context& context) {
  std::vector<BasisPlan::Feature> features;
  for (const auto& feature : data.features) features.push_back(basis_feature(data, feature));
  const BasisDetail detail = detail_for(data.populations.size());
  std::vector<TrainingData> rows;
  for (const auto& population : data.populations) rows.push_back(some_rows(data, population));
  return {features, ranked, budget, detail,
          products_to_see(features, ranked, budget, detail, rows, context)};
}

SmoothRisk::SmoothRisk(const Dataset& data, const std::vector<std::size_t>& ranked,
                       std::size_t budget, const Context& context)
    : plan_(basis_plan(data, ranked, budget, context)), populations_(data.populations.size()) {
  std::vector<Basis> bases;
  for (const auto& population : data.populations) {
    const TrainingData rows = some_rows(data, population);
    bases.emplace_back(plan_, rows.x, rows.weight);
  }
  for (auto& population : populations_) population.fold.resize(kFolds);
  // Rows stand in random order since the split: row i is of fold i mod folds.
  parallel_for(populations_.size() * kFolds, context, [&](std::size_t item, std::size_t) {
    const std::size_t p = item / kFolds, fold = item % kFolds;
    populations_[p].fold[fold] =
        gram_of_rows(bases[p], plan_, some_rows(data, data.populations[p]), fold, kFolds)
            .cast<float>();
  });
}

std::vector<std::size_t> SmoothRisk::linear(const std::vector<std::size_t>& columns) const {
  std::vector<std::size_t> out;
  std::ranges::copy_if(columns, std::back_inserter(out), [&](std::size_t c) {
    return plan_.columns()[c].kind == BasisPlan::Column::Kind::value;
  });
  return out;
}

bool SmoothRisk::smooth_for(const FeatureSet& set) {
  bool changed = false;
  ++version_;
  const auto columns = plan_.columns_of(set), linear_columns = linear(columns);
  for (auto& population : populations_) {
    const FoldGrams grams(population.fold, plan_, columns);
    const double before = population.smoothing;
    population.smoothing = best_smoothing(grams);
    population.inflation = inflation(grams, population.smoothing);
    population.linear_inflation =
        inflation(FoldGrams(population.fold, plan_, linear_columns), population.smoothing);
    changed = changed || population.smoothing != before;
  }
  return changed;
}

CvRisk SmoothRisk::risk(const FeatureSet& set) const {
  std::vector<std::size_t> order(populations_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::vector<double> no_limits(order.size(), std::numeric_limits<double>::infinity());
  return *risk_within(set, no_limits, order);
}

std::optional<CvRisk> SmoothRisk::risk_within(const FeatureSet& set,
                                              const std::vector<double>& limits,
                                              const std::vector<std::size_t>& order) const {
  const auto columns = plan_.columns_of(set), linear_columns = linear(columns);
  CvRisk out;
  out.populations.resize(populations_.size());
  for (std::size_t p : order) {
    const PopulationGram& population = populations_[p];
    const auto risk_by = [&](const std::vector<std::size_t>& used, double inflation) {
      const FoldGrams grams(population.fold, plan_, used);
      return deflated(fold_losses(grams, population.smoothing), inflation);
    };
    out.populations[p] = std::min(risk_by(columns, population.inflation),
                                  risk_by(linear_columns, population.linear_inflation),
                                  [](const auto& a, const auto& b) { return a.risk() < b.risk(); });
    if (out.populations[p].risk() > limits[p]) return std::nullopt;
  }
  return out;
}

}  // namespace drfs
