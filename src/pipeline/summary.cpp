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

using BySeed = std::map<std::uint64_t, double>;

/// What a method reached in the worst population; seeds for which the figure is not defined are
/// left out.
BySeed by_seed(const std::vector<Trial>& trials, const ComparisonRow& row) {
  BySeed out;
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

/// Over the seeds that all methods have: an interrupted comparison has more of some.
void add_behind(std::vector<ComparisonRow>& rows, const std::vector<Trial>& trials) {
  for (auto& row : rows) {
    std::vector<BySeed> methods;
    for (const auto& other : rows)
      if (same_figure(other, row)) methods.push_back(by_seed(trials, other));
    const BySeed mine = by_seed(trials, row);
    std::vector<std::uint64_t> seeds;
    for (const auto& figure : mine)
      if (std::ranges::all_of(methods, [&](const auto& m) { return m.contains(figure.first); }))
        seeds.push_back(figure.first);
    if (seeds.empty()) continue;
    const double sign = is_loss(row.metric) ? 1 : -1;
    const auto total = [&](const BySeed& method) {
      return std::accumulate(seeds.begin(), seeds.end(), 0.0, [&](double sum, std::uint64_t seed) {
        return sum + sign * method.at(seed);
      });
    };
    const BySeed& best = *std::ranges::min_element(methods, {}, total);
    std::vector<double> differences;
    for (std::uint64_t seed : seeds) differences.push_back(sign * (mine.at(seed) - best.at(seed)));
    const auto [mean, deviation] = mean_and_deviation(differences);
    row.behind = {mean, deviation / std::sqrt(static_cast<double>(seeds.size()))};
  }
}

}  // namespace

Comparison summarise(std::vector<Trial> trials) {
  Comparison out;
  out.rows = gather(trials, [](const Trial& trial) { return trial.scores; });
  out.worst = gather(trials, worst_scores);
  add_behind(out.worst, trials);
  out.trials = std::move(trials);
  return out;
}

}  // namespace drfs
