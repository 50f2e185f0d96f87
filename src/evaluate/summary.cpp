// Means and standard deviations over the seeds of a comparison.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

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

/// The deviation of one value is not a number.
std::pair<double, double> mean_and_deviation(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (double value : values) squares += std::pow(value - mean, 2);
  return {mean, std::sqrt(squares / (n - 1))};
}

void finish(Gathered& g) {
  g.row.seeds = g.values.size();
  std::tie(g.row.mean, g.row.deviation) = mean_and_deviation(g.values);
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

/// What a method reached in the worst population, seed by seed.
std::map<std::uint64_t, double> by_seed(const std::vector<Trial>& trials,
                                        const ComparisonRow& row) {
  std::map<std::uint64_t, double> out;
  for (const auto& trial : trials) {
    if (trial.method != row.method || trial.budget != row.budget) continue;
    for (const auto& score : worst_scores(trial))
      if (score.downstream == row.downstream && score.metric == row.metric &&
          !std::isnan(score.value))
        out[trial.seed] = score.value;
  }
  return out;
}

bool same_figure(const ComparisonRow& a, const ComparisonRow& b) {
  return a.budget == b.budget && a.downstream == b.downstream && a.metric == b.metric;
}

const ComparisonRow& best_like(const ComparisonRow& row, const std::vector<ComparisonRow>& rows) {
  const ComparisonRow* best = &row;
  for (const auto& other : rows)
    if (same_figure(other, row) &&
        (is_loss(row.metric) ? other.mean < best->mean : other.mean > best->mean))
      best = &other;
  return *best;
}

Behind behind(const std::map<std::uint64_t, double>& mine,
              const std::map<std::uint64_t, double>& best, Metric metric) {
  std::vector<double> differences;
  for (const auto& [seed, value] : mine)
    if (const auto other = best.find(seed); other != best.end())
      differences.push_back(is_loss(metric) ? value - other->second : other->second - value);
  const auto [mean, deviation] = mean_and_deviation(differences);
  return {mean, deviation / std::sqrt(static_cast<double>(differences.size()))};
}

}  // namespace

Comparison summarise(std::vector<Trial> trials) {
  Comparison out;
  out.rows = gather(trials, [](const Trial& trial) { return trial.scores; });
  out.worst = gather(trials, worst_scores);
  for (auto& row : out.worst)
    row.behind =
        behind(by_seed(trials, row), by_seed(trials, best_like(row, out.worst)), row.metric);
  out.trials = std::move(trials);
  return out;
}

}  // namespace drfs
