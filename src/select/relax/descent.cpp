#include "select/relax/descent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/moments.hpp"

namespace drfs {
namespace {

std::vector<std::size_t> selection_rows(const Dataset& data) {
  std::vector<std::size_t> rows;
  for (const auto& population : data.populations) rows.push_back(population.selection_rows);
  return rows;
}

}  // namespace

std::vector<Descent::Outcomes> Descent::standard_outcomes(const Dataset& data, const Means& means) {
  std::vector<Outcomes> all;
  for (std::size_t p = 0; p < data.populations.size(); ++p) {
    const Population& population = data.populations[p];
    const std::size_t n = population.selection_rows;
    const auto weight = std::span(population.weight).first(n);
    const auto y = outcomes_of(data, std::span(population.y).first(n));
    double variance = 0;
    for (std::size_t k = 0; k < y.size(); ++k) {
      const Moments scale = weighted_moments(y[k], weight);
      const double unit = scale.deviation > 0 ? scale.deviation : 1;  // a class that no row is of
      const auto standard = [&](std::span<const float> values) {
        std::vector<float> out;
        for (float v : values) out.push_back(static_cast<float>((v - scale.mean) / unit));
        return out;
      };
      const auto of_class = [&](const std::vector<float>& mu) {
        return standard(std::span(mu).subspan(k * n, n));
      };
      all.push_back({standard(y[k]), of_class(means.mu[p]), {}, {scale.mean, scale.deviation}});
      if (!means.blind.empty())
        for (const auto& mu : means.blind[p]) all.back().blind.push_back(of_class(mu));
      variance += scale.deviation * scale.deviation;
    }
    if (y.size() == 1) continue;
    for (auto& outcome : std::span(all).last(y.size()))
      outcome.share = std::pow(outcome.scale.deviation, 2) / variance;
  }
  return all;
}

Objective Descent::make_objective(const Dataset& data, const Aim& aim, const Means& means,
                                  const std::vector<Outcomes>& outcomes, const Recipe& recipe) {
  const std::size_t each = outcomes.size() / data.populations.size();
  std::vector<ObjectiveRows> all;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Population& population = data.populations[i / each];
    const Outcomes& outcome = outcomes[i];
    const std::size_t n = population.selection_rows;
    all.push_back(
        {{population.x.view().first_rows(n), outcome.mu, std::span(population.weight).first(n)},
         outcome.y,
         outcome.scale,
         outcome.share,
         aim.weight(i / each)});
    if (!outcome.blind.empty()) all.back().fold = means.fold[i / each];
    for (const auto& mu : outcome.blind) all.back().blind_mu.emplace_back(mu);
  }
  std::vector<ColumnGroup> features;
  for (const auto& feature : data.features)
    features.push_back({feature.first_column, feature.column_count});
  return {std::move(all),
          std::move(features),
          aim.aggregation(),
          recipe.objective,
          recipe.kernel,
          recipe.seed,
          each};
}

Descent::Descent(const Dataset& data, const Aim& aim, const Means& means, const Recipe& recipe,
                 const Context& context)
    : data_(data),
      recipe_(recipe),
      context_(context),
      outcomes_(standard_outcomes(data, means)),
      objective_(make_objective(data, aim, means, outcomes_, recipe)),
      queries_(selection_rows(data), recipe.relax.draws, recipe.seed,
               recipe.relax.antithetic ? Pairing::antithetic : Pairing::independent),
      check_queries_(queries_.fixed(recipe.relax.check_rows)) {}

void Descent::count(const QueryBatch& queries) {
  for (std::size_t p = 0; p < queries.size(); ++p)
    pairs_ += static_cast<double>(queries[p].size()) *
              static_cast<double>(data_.populations[p].selection_rows);
}

Minimum Descent::run(const std::vector<double>& alpha, double lambda, int steps) {
  objective_.set_lambda(lambda);
  const int before = static_cast<int>(trace_.size());
  int batch = recipe_.relax.batch;
  const auto rows = static_cast<int>(std::ranges::max(selection_rows(data_)));
  const int check_rows = recipe_.relax.check_rows > 0 ? recipe_.relax.check_rows : rows;
  double best = 0;

  Landscape landscape;
  landscape.function = [&](std::span<const double> theta, int step) {
    const QueryBatch queries = queries_.at_step(before + step, batch);
    auto here = objective_.evaluate(theta, queries, context_);
    count(queries);
    trace_.push_back({before + step + 1, here.value, std::nullopt, here.risk,
                      objective_.alpha_of(theta), lambda});
    return Evaluation{here.value, std::move(here.gradient)};
  };
  landscape.check = [&](std::span<const double> theta) {
    count(check_queries_);
    return objective_.judge(theta, check_queries_, recipe_.relax.check_estimator, context_).value;
  };
  landscape.watch = [&](int step, double value, const double* checked) {
    const auto& risk = trace_.back().risk;
    const auto worst = static_cast<std::size_t>(std::ranges::max_element(risk) - risk.begin());
    context_.progress(
        {"relax", static_cast<double>(before + step), static_cast<double>(before + steps),
         fmt::format("objective {:.4f}, worst {}", value, data_.populations[worst].name)});
    if (checked == nullptr) return;
    trace_.back().checked = *checked;
    const bool stale = step > recipe_.optimize.check_every && *checked >= best;
    // Without progress it may be the noise of the gradient that stands in the way, as long as that
    // is more than the check's own.
    if (stale && recipe_.optimize.patience > 0 && batch < check_rows) batch *= 2;
    best = stale ? best : *checked;
  };
  const std::vector<double> bounds =
      objective_.theta_of(std::vector<double>{recipe_.relax.alpha_min, recipe_.relax.alpha_max});
  landscape.lower = bounds[0];
  landscape.upper = bounds[1];

  OptimizeOptions optimize = recipe_.optimize;
  optimize.epochs = steps;
  Minimum minimum = minimise(landscape, objective_.theta_of(alpha), optimize);
  if (minimum.step > 0) minimum.step += before;
  minimum.steps += before;
  return minimum;
}

}  // namespace drfs
