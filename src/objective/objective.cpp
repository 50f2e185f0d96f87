// Puts the objective together: risks from the smoothers, aggregation, penalty, parameter.
#include "drfs/objective.hpp"

#include <algorithm>
#include <cmath>

#include "objective/estimator.hpp"
#include "objective/own_function.hpp"
#include "objective/penalty.hpp"

namespace drfs {
namespace {

/// Queries that are smoothed over the same mu, with their places among all.
struct QueriesOfFold {
  std::vector<std::size_t> places;
  std::vector<Query> queries;
  std::span<const float> mu;
};

/// One entry for all of them where it does not matter which fold a query's row is of.
std::vector<QueriesOfFold> by_fold(const ObjectiveRows& rows, std::span<const Query> queries,
                                   bool leave_own_row_out) {
  const bool blind = leave_own_row_out && !rows.blind_mu.empty();
  std::vector<QueriesOfFold> out(blind ? rows.blind_mu.size() : 1);
  for (std::size_t f = 0; f < out.size() && blind; ++f) out[f].mu = rows.blind_mu[f];
  for (std::size_t q = 0; q < queries.size(); ++q) {
    QueriesOfFold& mine = out[blind ? rows.fold[queries[q].row] : 0];
    mine.places.push_back(q);
    mine.queries.push_back(queries[q]);
  }
  std::erase_if(out, [](const QueriesOfFold& part) { return part.queries.empty(); });
  return out;
}

}  // namespace

void describe(ObjectiveOptions& o, OptionVisitor& v) {
  v.option("estimator", choice_of("estimator", o.estimator, kEstimatorNames),
           "How a population's risk is estimated");
  v.option("penalty", choice_of("penalty", o.penalty, kPenaltyNames),
           "Reg(alpha): 1/sum(alpha), sum(1/alpha), or none");
  v.option("lambda", o.lambda, "Weight of the penalty; the first one of a --path");
  v.option("parameter", choice_of("parameter", o.parameter, kParameterNames),
           "What the optimiser moves");
}

void check_estimator(std::string_view option, Estimator estimator, Task task) {
  if (task == Task::binary || !needs_binary_outcome(estimator)) return;
  throw Error(
      ErrorCode::usage,
      {"option --" + std::string(option), std::string(name_of(estimator, kEstimatorNames)),
       "is for a target of two classes; the task is " + std::string(name_of(task, kTaskNames)),
       "Give debiased, which serves every task"});
}

void check(const ObjectiveOptions& options) {
  require_own("penalty", options.penalty == Penalty::own, static_cast<bool>(options.own_penalty));
  require_option(options.lambda >= 0 && std::isfinite(options.lambda), "lambda", options.lambda,
                 "a number of at least 0");
}

Objective::Objective(std::vector<ObjectiveRows> outcomes, std::vector<ColumnGroup> features,
                     const Aggregation& aggregation, const ObjectiveOptions& options,
                     const KernelOptions& kernel, std::uint64_t seed,
                     std::size_t outcomes_per_population)
    : outcomes_(std::move(outcomes)),
      outcomes_per_population_(outcomes_per_population),
      features_(std::move(features)),
      aggregation_(aggregation),
      options_(options) {
  check(aggregation);
  check(options);
  for (std::size_t i = 0; i < outcomes_.size(); ++i) {
    const auto population = static_cast<std::uint32_t>(i / outcomes_per_population_);
    smoothers_.push_back(make_smoother(outcomes_[i].rows, {seed, population}, kernel));
    if (i % outcomes_per_population_ == 0) weights_.push_back(outcomes_[i].population_weight);
  }
}

std::vector<double> Objective::alpha_of(std::span<const double> theta) const {
  std::vector<double> alpha(theta.begin(), theta.end());
  if (options_.parameter == Parameter::log_alpha)
    std::ranges::transform(theta, alpha.begin(), [](double t) { return std::exp(t); });
  return alpha;
}

std::vector<double> Objective::theta_of(std::span<const double> alpha) const {
  std::vector<double> theta(alpha.begin(), alpha.end());
  if (options_.parameter == Parameter::log_alpha)
    std::ranges::transform(alpha, theta.begin(), [](double a) { return std::log(a); });
  return theta;
}

Objective::Risk Objective::outcome_risk(std::size_t outcome, std::span<const double> alpha,
                                        std::span<const Query> queries, Estimator estimator,
                                        bool want_gradient, const Context& context) const {
  const auto& population = outcomes_[outcome];
  std::vector<double> column_alpha(population.rows.x.columns);
  for (std::size_t i = 0; i < features_.size(); ++i)
    std::fill_n(column_alpha.begin() + static_cast<std::ptrdiff_t>(features_[i].first_column),
                features_[i].column_count, alpha[i]);
  double total_weight = 0, perfect = 0;
  for (const Query& query : queries) {
    const double weight = population.rows.weight[query.row];
    total_weight += weight;
    perfect += weight * perfect_score(estimator, population.y[query.row]);
  }

  const auto score = [&](std::size_t q, double f) {
    const std::uint32_t row = queries[q].row;
    const double share = population.rows.weight[row] / total_weight;
    const Score s = explained(estimator, population.scale, population.y[row], f);
    return Score{share * s.value, share * s.slope};
  };
  const bool leave_out = leaves_own_row_out(estimator);
  ScoreSum sum;
  for (const QueriesOfFold& some : by_fold(population, queries, leave_out)) {
    const auto score_of_some = [&](std::size_t q, double f) { return score(some.places[q], f); };
    const ScoreSum part = smoothers_[outcome]->sum_scores(
        {column_alpha, some.queries, leave_out, want_gradient, some.mu}, score_of_some, context);
    sum.value += part.value;
    sum.gradient.resize(part.gradient.size());
    for (std::size_t d = 0; d < sum.gradient.size(); ++d) sum.gradient[d] += part.gradient[d];
  }

  Risk risk{perfect / total_weight - sum.value, {}};
  if (!want_gradient) return risk;
  for (const auto& feature : features_) {
    double gradient = 0;
    for (std::size_t d = 0; d < feature.column_count; ++d)
      gradient -= sum.gradient[feature.first_column + d];
    risk.gradient.push_back(gradient);
  }
  return risk;
}

Objective::Risk Objective::population_risk(std::size_t p, std::span<const double> alpha,
                                           std::span<const Query> queries, Estimator estimator,
                                           bool want_gradient, const Context& context) const {
  Risk risk{0, std::vector<double>(want_gradient ? features_.size() : 0, 0.0)};
  const std::size_t first = p * outcomes_per_population_;
  for (std::size_t i = first; i < first + outcomes_per_population_; ++i) {
    const double share = outcomes_[i].share;
    if (share == 0) continue;
    const Risk here = outcome_risk(i, alpha, queries, estimator, want_gradient, context);
    risk.value += share * here.value;
    for (std::size_t f = 0; f < risk.gradient.size(); ++f)
      risk.gradient[f] += share * here.gradient[f];
  }
  return risk;
}

/// Under the maximum only the worst population's gradient counts. The one that was worst last
/// time is asked for both at once, the others for their value alone, a third of the work.
std::vector<double> Objective::worst_risk_gradient(std::span<const double> alpha,
                                                   const QueryBatch& batch,
                                                   std::vector<double>& risk,
                                                   const Context& context) {
  const std::size_t guess = expected_worst_;
  std::vector<double> gradient;
  for (std::size_t p = 0; p < populations(); ++p) {
    auto here = population_risk(p, alpha, batch[p], options_.estimator, p == guess, context);
    risk.push_back(here.value);
    if (p == guess) gradient = std::move(here.gradient);
  }
  expected_worst_ = static_cast<std::size_t>(std::ranges::max_element(risk) - risk.begin());
  if (expected_worst_ == guess) return gradient;
  return population_risk(expected_worst_, alpha, batch[expected_worst_], options_.estimator, true,
                         context)
      .gradient;
}

std::vector<double> Objective::mixed_risk_gradient(std::span<const double> alpha,
                                                   const QueryBatch& batch,
                                                   std::vector<double>& risk,
                                                   const Context& context) const {
  std::vector<std::vector<double>> gradients;
  for (std::size_t p = 0; p < populations(); ++p) {
    auto here = population_risk(p, alpha, batch[p], options_.estimator, true, context);
    risk.push_back(here.value);
    gradients.push_back(std::move(here.gradient));
  }
  const auto weight = aggregate(aggregation_, risk, weights_).weight;
  std::vector<double> mixed(alpha.size(), 0.0);
  for (std::size_t p = 0; p < populations(); ++p)
    for (std::size_t i = 0; i < alpha.size(); ++i) mixed[i] += weight[p] * gradients[p][i];
  return mixed;
}

ObjectiveValue Objective::evaluate(std::span<const double> theta, const QueryBatch& batch,
                                   const Context& context) {
  const auto alpha = alpha_of(theta);
  ObjectiveValue out;
  const auto log_gradient = is_maximum(aggregation_)
                                ? worst_risk_gradient(alpha, batch, out.risk, context)
                                : mixed_risk_gradient(alpha, batch, out.risk, context);
  const auto reg = penalty(options_, alpha);
  out.value = aggregate(aggregation_, out.risk, weights_).value + options_.lambda * reg.value;
  out.gradient.resize(alpha.size());
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    const double in_log_alpha = log_gradient[i] + options_.lambda * reg.gradient[i] * alpha[i];
    out.gradient[i] =
        options_.parameter == Parameter::log_alpha ? in_log_alpha : in_log_alpha / alpha[i];
  }
  return out;
}

ObjectiveValue Objective::judge(std::span<const double> theta, const QueryBatch& batch,
                                Estimator estimator, const Context& context) const {
  const auto alpha = alpha_of(theta);
  ObjectiveValue out;
  for (std::size_t p = 0; p < populations(); ++p)
    out.risk.push_back(population_risk(p, alpha, batch[p], estimator, false, context).value);
  out.value = aggregate(aggregation_, out.risk, weights_).value +
              options_.lambda * penalty(options_, alpha).value;
  return out;
}

}  // namespace drfs
