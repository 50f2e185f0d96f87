#include "select/candidates.hpp"

#include <algorithm>
#include <numeric>

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

Candidates find_candidates(const Dataset& data, const Means& means,
                           const std::vector<double>& alpha, int budget) {
  const auto size = static_cast<std::size_t>(budget);
  const Ranking by_noise = rank_by(alpha, false);
  std::vector<Ranking> by_population;
  std::vector<double> largest(alpha.size(), 0.0);
  for (const auto& columns : means.importance) {
    const auto population = feature_importance(data, columns);
    by_population.push_back(rank_by(population, true));
    for (std::size_t f = 0; f < largest.size(); ++f)
      largest[f] = std::max(largest[f], population[f]);
  }

  Candidates out;
  out.starts = {first_of(by_noise, size), first_of(rank_by(largest, true), size),
                in_turn(by_population, size)};
  // The relaxation has one voice, all populations together another; the pool is small enough to
  // try each of its members against each chosen feature.
  const std::size_t pool_size = std::min(alpha.size(), 4 * size + 10);
  out.ranked = in_turn({by_noise, in_turn(by_population, alpha.size())}, pool_size);
  for (const auto& start : out.starts)
    for (std::size_t feature : start)
      if (std::ranges::find(out.ranked, feature) == out.ranked.end()) out.ranked.push_back(feature);
  out.pool = out.ranked;
  std::ranges::sort(out.pool);
  for (auto& start : out.starts) std::ranges::sort(start);
  return out;
}

}  // namespace drfs
