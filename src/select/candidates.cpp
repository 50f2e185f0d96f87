#include "select/candidates.hpp"

#include <algorithm>
#include <numeric>

#include "core/parallel.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

using Ranking = std::vector<std::size_t>;  // features, best first

/// Ties by the order of the features, which is that of their names.
Ranking rank_by(const std::vector<double>& score, bool largest_first) {
  Ranking order(score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return largest_first ? score[a] > score[b] : score[a] < score[b];
  });
  return order;
}

/// Each population in turn takes the best of its list that nobody has taken.
FeatureSet in_turn(const std::vector<Ranking>& lists, std::size_t size) {
  FeatureSet taken;
  for (std::size_t turn = 0; taken.size() < size; ++turn) {
    const Ranking& list = lists[turn % lists.size()];
    const auto next = std::ranges::find_if(
        list, [&](std::size_t f) { return std::ranges::find(taken, f) == taken.end(); });
    taken.push_back(*next);
  }
  return taken;
}

FeatureSet first_of(const Ranking& ranking, std::size_t size) {
  return {ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(size)};
}

/// How much a linear model of each population owes to each feature.
std::vector<Ranking> linear_rankings(const Dataset& data, const SelectOptions& options,
                                     const Context& context) {
  ModelOptions linear = options.model;
  linear.model = "linear";
  std::vector<Ranking> out(data.populations.size());
  parallel_for(out.size(), context, [&](std::size_t p, std::size_t) {
    const Population& population = data.populations[p];
    const auto model = make_model(linear, data.task);
    model->fit(first_rows(data, population, population.selection_rows));
    out[p] = rank_by(feature_importance(data, model->importance()), true);
  });
  return out;
}

}  // namespace

std::vector<double> feature_importance(const Dataset& data, const std::vector<double>& columns) {
  std::vector<double> out;
  for (const auto& feature : data.features) {
    const auto first = columns.begin() + static_cast<std::ptrdiff_t>(feature.first_column);
    out.push_back(
        std::accumulate(first, first + static_cast<std::ptrdiff_t>(feature.column_count), 0.0));
  }
  return out;
}

Candidates find_candidates(const Dataset& data, const Means& means, const Relaxation& relaxation,
                           const SelectOptions& options, const Context& context) {
  const auto size = static_cast<std::size_t>(options.budget);
  const std::size_t features = data.features.size();
  std::vector<Ranking> by_trees;
  std::vector<double> largest(features, 0.0);
  for (const auto& columns : means.importance) {
    const auto population = feature_importance(data, columns);
    by_trees.push_back(rank_by(population, true));
    for (std::size_t f = 0; f < features; ++f) largest[f] = std::max(largest[f], population[f]);
  }
  const auto by_slopes = linear_rankings(data, options, context);

  Candidates out;
  out.starts = {first_of(rank_by(relaxation.alpha, false), size)};
  for (const auto& point : relaxation.path)
    out.starts.push_back(first_of(rank_by(point.alpha, false), size));
  out.starts.push_back(first_of(rank_by(largest, true), size));
  out.starts.push_back(in_turn(by_trees, size));
  out.starts.push_back(in_turn(by_slopes, size));

  // The relaxation, the trees and the linear models have a voice each; the pool is small enough to
  // try each of its members against each chosen feature.
  const std::size_t pool_size = std::min(features, 4 * size + 10);
  out.ranked = in_turn({rank_by(relaxation.alpha, false), in_turn(by_trees, pool_size),
                        in_turn(by_slopes, pool_size)},
                       pool_size);
  for (auto& start : out.starts) {
    for (std::size_t feature : start)
      if (std::ranges::find(out.ranked, feature) == out.ranked.end()) out.ranked.push_back(feature);
    std::ranges::sort(start);
  }
  out.pool = out.ranked;
  std::ranges::sort(out.pool);
  return out;
}

}  // namespace drfs
