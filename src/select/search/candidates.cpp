#include "select/search/candidates.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "core/parallel.hpp"
#include "models/products.hpp"
#include "models/training_data.hpp"
#include "select/measure/reference.hpp"

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

/// How much a linear model owes to each feature, and what it leaves of each outcome.
struct Slopes {
  Ranking ranking;
  std::vector<std::vector<float>> left;
};

Slopes slopes_of(const Dataset& data, const TrainingData& rows, const Recipe& recipe) {
  ModelOptions linear = recipe.model;
  linear.model = "linear";
  const auto model = make_model(linear, data.task);
  model->fit(rows);
  Slopes out{largest_first(feature_importance(data, model->importance())), {}};
  const auto predicted = model->predict(rows.x);
  const std::size_t n = rows.y.size();
  for (auto& y : outcomes_of(data, rows.y)) {
    const auto mine = std::span(predicted).subspan(out.left.size() * n, n);
    std::ranges::transform(y, mine, y.begin(), std::minus{});
    out.left.push_back(std::move(y));
  }
  return out;
}

std::vector<Slopes> slopes_by_population(const Dataset& data,
                                         const std::vector<TrainingData>& populations,
                                         const Recipe& recipe, const Context& context) {
  std::vector<Slopes> out(populations.size());
  parallel_for(out.size(), context, [&](std::size_t p, std::size_t) {
    out[p] = slopes_of(data, populations[p], recipe);
  });
  return out;
}

/// Features of products that tell something of what linear models leave come first: neither may do
/// so by itself. The others follow as they are ranked.
Ranking by_products(const Dataset& data, const std::vector<TrainingData>& populations,
                    const std::vector<Slopes>& slopes, const Ranking& others,
                    const Context& context) {
  std::vector<FeatureNumber> numbers;
  for (std::size_t f = 0; f < data.features.size(); ++f)
    if (data.features[f].column_count == 1 && data.features[f].levels.empty())
      numbers.emplace_back(f, data.features[f].first_column);
  std::vector<std::vector<float>> left;
  for (const auto& population : slopes)
    left.insert(left.end(), population.left.begin(), population.left.end());
  Ranking out;
  for (const auto& [a, b] : products_that_tell(numbers, populations, left, context))
    out.insert(out.end(), {a, b});
  out.insert(out.end(), others.begin(), others.end());
  return in_turn({out}, others.size());
}

/// As many of the ranking as there is room for columns, and a few more than the largest answer has.
Ranking as_many_as_fit(const Dataset& data, const Ranking& ranked, std::size_t largest_answer) {
  Ranking out;
  std::size_t columns = 0;
  for (std::size_t feature : ranked) {
    columns += data.features[feature].column_count;
    if (columns > kColumnsOfASet && out.size() >= 2 * largest_answer) break;
    out.push_back(feature);
  }
  return out;
}

}  // namespace

bool all_are_candidates(const Dataset& data) {
  return data.columns() <= kColumnsOfASet;
}

Candidates find_candidates(const Dataset& data, const Constraints& constraints,
                           const Evidence& evidence, const Recipe& recipe, const Context& context) {
  const Relaxation& relaxation = evidence.relaxation;
  const std::size_t features = data.features.size();
  std::vector<Ranking> by_trees;
  std::vector<double> largest(features, 0.0);
  for (const auto& columns : evidence.means.importance) {
    const auto population = feature_importance(data, columns);
    by_trees.push_back(largest_first(population));
    for (std::size_t f = 0; f < features; ++f) largest[f] = std::max(largest[f], population[f]);
  }
  const auto rows = reference_rows(data);
  const auto by_population = slopes_by_population(data, rows, recipe, context);
  std::vector<Ranking> slopes_of_each;
  for (const auto& population : by_population) slopes_of_each.push_back(population.ranking);
  const Ranking trees = in_turn(by_trees, features), slopes = in_turn(slopes_of_each, features),
                pooled = slopes_of(data, TrainingRows(rows).data(), recipe).ranking;

  Candidates out;
  std::vector<Ranking> voices = {trees, slopes, pooled};
  out.rankings = {largest_first(largest), trees, slopes, pooled};
  if (!recipe.uses(Stage::importances)) voices = out.rankings = {slopes, pooled};
  if (!all_are_candidates(data))
    voices.push_back(by_products(data, rows, by_population, pooled, context));
  if (!relaxation.alpha.empty()) {
    voices.push_back(least_first(relaxation.alpha));
    for (const auto& point : relaxation.path) out.rankings.push_back(least_first(point.alpha));
  }
  if (constraints.limits_cost())
    for (const auto& costs : constraints.costs().features)
      out.rankings.push_back(largest_first(per_cost(largest, costs)));

  std::vector<FeatureSet> starts;
  for (const auto& ranking : out.rankings) starts.push_back(*constraints.fill({}, ranking));
  const std::size_t size = std::ranges::max(starts, {}, &FeatureSet::size).size();
  out.ranked = as_many_as_fit(data, in_turn(voices, features), size);
  for (const auto& start : starts)
    for (std::size_t feature : start)
      if (std::ranges::find(out.ranked, feature) == out.ranked.end()) out.ranked.push_back(feature);
  add_demanded(out.ranked, constraints);
  out.pool = out.ranked;
  std::ranges::sort(out.pool);
  return out;
}

}  // namespace drfs
