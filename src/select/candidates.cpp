#include "select/candidates.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

/// Each population in turn takes the best of its list that nobody has taken.
Ranking in_turn(const std::vector<Ranking>& lists, std::size_t size) {
  Ranking taken;
  for (std::size_t turn = 0; taken.size() < size; ++turn) {
    const Ranking& list = lists[turn % lists.size()];
    const auto next = std::ranges::find_if(
        list, [&](std::size_t f) { return std::ranges::find(taken, f) == taken.end(); });
    taken.push_back(*next);
  }
  return taken;
}

/// What a unit of cost buys of each; what costs nothing comes first.
std::vector<double> per_cost(std::vector<double> score, const std::vector<double>& costs) {
  for (std::size_t f = 0; f < score.size(); ++f)
    score[f] = costs[f] > 0 ? score[f] / costs[f] : std::numeric_limits<double>::max();
  return score;
}

/// What others of the pool need is of the pool, too.
void add_demanded(Ranking& pool, const Constraints& constraints) {
  for (std::size_t before = 0; before != pool.size();) {
    before = pool.size();
    for (const auto& rule : constraints.rules()) {
      if (rule.kind != Rule::Kind::needs || std::ranges::find(pool, rule.needing) == pool.end())
        continue;
      for (std::size_t feature : rule.features)
        if (std::ranges::find(pool, feature) == pool.end()) pool.push_back(feature);
    }
  }
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
    out[p] = largest_first(feature_importance(data, model->importance()));
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

Candidates find_candidates(const Dataset& data, const Constraints& constraints, const Means& means,
                           const Relaxation& relaxation, const SelectOptions& options,
                           const Context& context) {
  const std::size_t features = data.features.size();
  std::vector<Ranking> by_trees;
  std::vector<double> largest(features, 0.0);
  for (const auto& columns : means.importance) {
    const auto population = feature_importance(data, columns);
    by_trees.push_back(largest_first(population));
    for (std::size_t f = 0; f < features; ++f) largest[f] = std::max(largest[f], population[f]);
  }
  const auto by_slopes = linear_rankings(data, options, context);

  std::vector<Ranking> rankings = {least_first(relaxation.alpha)};
  for (const auto& point : relaxation.path) rankings.push_back(least_first(point.alpha));
  rankings.push_back(largest_first(largest));
  rankings.push_back(in_turn(by_trees, features));
  rankings.push_back(in_turn(by_slopes, features));
  if (constraints.limits_cost())
    for (const auto& costs : constraints.costs().features)
      rankings.push_back(largest_first(per_cost(largest, costs)));

  Candidates out;
  for (const auto& ranking : rankings) out.starts.push_back(*constraints.fill({}, ranking));

  // The relaxation, the trees and the linear models have a voice each; the pool is small enough to
  // try each of its members against each chosen feature.
  const std::size_t size = std::ranges::max(out.starts, {}, &FeatureSet::size).size();
  const std::size_t pool_size = std::min(features, 4 * size + 10);
  out.ranked = in_turn(
      {least_first(relaxation.alpha), in_turn(by_trees, pool_size), in_turn(by_slopes, pool_size)},
      pool_size);
  for (const auto& start : out.starts)
    for (std::size_t feature : start)
      if (std::ranges::find(out.ranked, feature) == out.ranked.end()) out.ranked.push_back(feature);
  add_demanded(out.ranked, constraints);
  out.pool = out.ranked;
  std::ranges::sort(out.pool);
  out.rankings = std::move(rankings);
  return out;
}

}  // namespace drfs
