#include "select/relax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/moments.hpp"
#include "core/random.hpp"
#include "select/queries.hpp"

namespace drfs {
namespace {

/// A population's y and mu_hat, centred and in units of y's standard deviation, so that risks
/// are shares of the variance and comparable across populations; with what leads back to 0 and 1.
struct Outcomes {
  std::vector<float> y, mu;
  OutcomeScale scale;
};

Outcomes standard_outcomes(const Population& population, std::span<const float> mu_hat) {
  const std::size_t n = population.selection_rows;
  const auto [mean, deviation] =
      weighted_moments(std::span(population.y).first(n), std::span(population.weight).first(n));
  Outcomes out{{}, {}, {mean, deviation}};
  for (std::size_t j = 0; j < n; ++j) {
    out.y.push_back(static_cast<float>((population.y[j] - mean) / deviation));
    out.mu.push_back(static_cast<float>((mu_hat[j] - mean) / deviation));
  }
  return out;
}

Objective make_objective(const Dataset& data, const std::vector<Outcomes>& outcomes,
                         const SelectOptions& options) {
  std::vector<ObjectiveRows> populations;
  for (std::size_t p = 0; p < data.populations.size(); ++p) {
    const Population& population = data.populations[p];
    const std::size_t n = population.selection_rows;
    populations.push_back(
        {{population.x.view().first_rows(n), outcomes[p].mu, std::span(population.weight).first(n)},
         outcomes[p].y,
         outcomes[p].scale});
  }
  std::vector<ColumnGroup> features;
  for (const auto& feature : data.features)
    features.push_back({feature.first_column, feature.column_count});
  return {std::move(populations), std::move(features), options.objective, options.kernel,
          options.seed};
}

/// Near alpha_start: start (1 + jitter z), z normal and bounded away from the floor.
std::vector<double> start_alpha(const Dataset& data, const SelectOptions& options) {
  const RelaxOptions& relax = options.relax;
  // With noise of a tenth of the number of columns the rows of a neighbourhood still compete,
  // however many columns there are (docs/method.md, section 5).
  const double start = relax.alpha_start > 0
                           ? relax.alpha_start
                           : std::max(1.0, 0.1 * static_cast<double>(data.columns()));
  std::vector<double> alpha;
  for (std::size_t i = 0; i < data.features.size(); ++i) {
    const double z =
        normals(options.seed, Stream::start, {static_cast<std::uint32_t>(i), 0, 0, 0})[0];
    alpha.push_back(
        std::clamp(start * (1 + relax.alpha_jitter * z), relax.alpha_min, relax.alpha_max));
  }
  return alpha;
}

}  // namespace

void describe(RelaxOptions& o, OptionVisitor& v) {
  v.option("draws", o.draws, "Noise draws per query row and step");
  v.option("antithetic", o.antithetic,
           "Every second draw of a row is minus the one before it; needs --draws of at least 2");
  v.option("batch", o.batch, "Random query rows per population and step; 0 = all rows");
  v.option("alpha-start", o.alpha_start, "Noise variance at the start; 0 = by number of columns");
  v.option("alpha-jitter", o.alpha_jitter, "Relative spread of the start");
  v.option("alpha-min", o.alpha_min, "Least noise variance");
  v.option("alpha-max", o.alpha_max, "Largest noise variance");
  v.option("check-estimator", choice_of("check-estimator", o.check_estimator, kEstimatorNames),
           "Estimator that judges which step was best");
  v.option("check-rows", o.check_rows, "Query rows per population of a check; 0 = all rows");
}

void check(const RelaxOptions& o) {
  require_option(o.draws >= 1, "draws", o.draws, "a whole number of at least 1");
  require_option(!o.antithetic || o.draws >= 2, "draws", o.draws,
                 "a whole number of at least 2, or leave --antithetic out");
  require_option(o.batch >= 0, "batch", o.batch, "0 (all rows) or more");
  require_option(o.check_rows >= 0, "check-rows", o.check_rows, "0 (all rows) or more");
  require_option(o.alpha_min >= 1e-6 && o.alpha_min <= 1e6, "alpha-min", o.alpha_min,
                 "a number from 1e-6 to 1e6");
  require_option(o.alpha_max >= o.alpha_min && o.alpha_max <= 1e6, "alpha-max", o.alpha_max,
                 "a number from alpha-min to 1e6");
  require_option(o.alpha_start >= 0 && o.alpha_start <= 1e6, "alpha-start", o.alpha_start,
                 "0 (by number of columns) or a variance of at most 1e6");
  require_option(o.alpha_jitter >= 0 && o.alpha_jitter <= 1, "alpha-jitter", o.alpha_jitter,
                 "a number from 0 to 1");
}

Relaxation relax(const Dataset& data, const std::vector<std::vector<float>>& means,
                 const SelectOptions& options, const Context& context) {
  check(options.relax);
  std::vector<Outcomes> outcomes;
  std::vector<std::size_t> rows;
  for (std::size_t p = 0; p < data.populations.size(); ++p) {
    outcomes.push_back(standard_outcomes(data.populations[p], means[p]));
    rows.push_back(data.populations[p].selection_rows);
  }
  Objective objective = make_objective(data, outcomes, options);
  const QueryPlan queries(rows, options.relax.batch, options.relax.draws, options.seed,
                          options.relax.antithetic ? Pairing::antithetic : Pairing::independent);
  const QueryBatch check_queries = queries.fixed(options.relax.check_rows);

  Relaxation relaxation;
  Problem problem;
  problem.function = [&](std::span<const double> theta, int step) {
    auto here = objective.evaluate(theta, queries.at_step(step), context);
    relaxation.trace.push_back(
        {step + 1, here.value, std::nullopt, here.risk, objective.alpha_of(theta)});
    return Evaluation{here.value, std::move(here.gradient)};
  };
  problem.check = [&](std::span<const double> theta) {
    return objective.judge(theta, check_queries, options.relax.check_estimator, context).value;
  };
  problem.watch = [&](int step, double value, const double* checked) {
    if (checked != nullptr) relaxation.trace.back().checked = *checked;
    const auto& risk = relaxation.trace.back().risk;
    const auto worst = static_cast<std::size_t>(std::ranges::max_element(risk) - risk.begin());
    context.progress(
        {"relax", static_cast<double>(step), static_cast<double>(options.optimize.epochs),
         fmt::format("objective {:.4f}, worst {}", value, data.populations[worst].name)});
  };
  const std::vector<double> bounds =
      objective.theta_of(std::vector<double>{options.relax.alpha_min, options.relax.alpha_max});
  problem.lower = bounds[0];
  problem.upper = bounds[1];

  relaxation.minimum =
      minimise(problem, objective.theta_of(start_alpha(data, options)), options.optimize);
  relaxation.alpha = objective.alpha_of(relaxation.minimum.theta);
  // The start is random: a ranking of it is no answer.
  if (relaxation.minimum.step == 0) {
    if (relaxation.minimum.reason == StopReason::interrupted) context.throw_if_stopped();
    context.log(Severity::warning,
                "no step of the relaxation was better than its random start; the order of the "
                "features means nothing. Try other settings, e.g. more --check-rows or a smaller "
                "--learning-rate");
  }
  return relaxation;
}

}  // namespace drfs
