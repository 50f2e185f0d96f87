// Means and standard deviations over the seeds of a comparison.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "drfs/compare.hpp"

namespace drfs {
namespace {

/// A row and the figures that go into it, one per seed.
struct Gathered {
  ComparisonRow row;
  std::vector<double> values;
};

Gathered& row_for(std::vector<Gathered>& rows, const Trial& trial, const DownstreamScore& score) {
  for (auto& g : rows)
    if (g.row.method == trial.method && g.row.budget == trial.budget &&
        g.row.population == score.population && g.row.downstream == score.downstream &&
        g.row.metric == score.metric)
      return g;
  ComparisonRow row;
  row.method = trial.method;
  row.budget = trial.budget;
  row.population = score.population;
  row.downstream = score.downstream;
  row.metric = score.metric;
  rows.push_back({row, {}});
  return rows.back();
}

void finish(Gathered& g) {
  const auto n = static_cast<double>(g.values.size());
  g.row.seeds = g.values.size();
  g.row.mean = std::accumulate(g.values.begin(), g.values.end(), 0.0) / n;
  double squares = 0;
  for (double value : g.values) squares += std::pow(value - g.row.mean, 2);
  g.row.deviation = std::sqrt(squares / (n - 1));  // 0 / 0 for one seed
}

std::vector<ComparisonRow> gather(
    const std::vector<Trial>& trials,
    const std::function<std::vector<DownstreamScore>(const Trial&)>& scores) {
  std::vector<Gathered> rows;
  for (const auto& trial : trials)
    for (const auto& score : scores(trial)) {
      Gathered& g = row_for(rows, trial, score);
      if (!std::isnan(score.value)) g.values.push_back(score.value);
      g.row.selected.push_back(trial.selected);
    }
  std::vector<ComparisonRow> out;
  for (auto& g : rows) {
    finish(g);
    out.push_back(std::move(g.row));
  }
  return out;
}

bool is_worse(const DownstreamScore& a, const DownstreamScore& b) {
  return is_loss(a.metric) ? a.value > b.value : a.value < b.value;
}

std::vector<DownstreamScore> worst_scores(const Trial& trial) {
  std::vector<DownstreamScore> worst;
  for (const auto& score : trial.scores) {
    const auto same = std::ranges::find_if(worst, [&](const DownstreamScore& w) {
      return w.downstream == score.downstream && w.metric == score.metric;
    });
    if (same == worst.end())
      worst.push_back(score);
    else if (std::isnan(same->value) || is_worse(score, *same))
      same->value = score.value;
  }
  for (auto& score : worst) score.population.clear();
  return worst;
}

}  // namespace

Comparison summarise(std::vector<Trial> trials) {
  Comparison out;
  out.rows = gather(trials, [](const Trial& trial) { return trial.scores; });
  out.worst = gather(trials, worst_scores);
  out.trials = std::move(trials);
  return out;
}

}  // namespace drfs
