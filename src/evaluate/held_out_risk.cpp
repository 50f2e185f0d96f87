// The risk of scored rows, relative to knowing nothing, and its standard error.
#include <fmt/format.h>

#include <cmath>

#include "evaluate/scored_rows.hpp"

namespace drfs {
namespace {

/// sum w_i a_i / sum w_i b_i, and the latter, with a_i the model's loss and b_i that of the
/// training mean on row i.
std::pair<double, double> ratio(const ScoredRows& rows, std::span<const float> weight) {
  double numerator = 0, denominator = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    numerator += double{weight[i]} * rows.model[i];
    denominator += double{weight[i]} * rows.base[i];
  }
  return {numerator / denominator, denominator};
}

/// With R that ratio,
///   se(R)^2 = n/(n-1) sum w_i^2 (a_i - R b_i)^2 / (sum w_i b_i)^2,
/// the delta method for a ratio of weighted means.
double delta_method_error(const ScoredRows& rows, double value, double denominator) {
  double squares = 0;
  for (std::size_t i = 0; i < rows.weight.size(); ++i)
    squares += std::pow(rows.weight[i] * (rows.model[i] - value * rows.base[i]), 2);
  // A single row says nothing of the spread: 0 / 0, which is not a number.
  const auto n = static_cast<double>(rows.weight.size());
  return std::sqrt(squares * n / (n - 1)) / denominator;
}

/// se(R)^2 = scale * sum_r (R_r - R)^2, with R_r the ratio by the r-th replicate of the weights:
/// they know the design of the survey, which the delta method does not. Not a number where a
/// replicate leaves nothing to divide by.
double replicate_error(const ScoredRows& rows, double value, double scale) {
  double squares = 0;
  for (const auto& weight : rows.replicate_weight) {
    const auto [by_replicate, denominator] = ratio(rows, weight);
    squares += denominator > 0 ? std::pow(by_replicate - value, 2) : std::nan("");
  }
  return std::sqrt(scale * squares);
}

}  // namespace

Risk risk_of(const ScoredRows& rows, const std::string& population, double replicate_scale) {
  const auto [value, denominator] = ratio(rows, rows.weight);
  if (!(denominator > 0) || !std::isfinite(denominator))
    throw Error(ErrorCode::data, {fmt::format("population {}", population), "",
                                  "has a target that does not vary in the rows that score",
                                  "Leave the population out, pool it, or give it more rows"});
  return {value, rows.replicate_weight.empty() ? delta_method_error(rows, value, denominator)
                                               : replicate_error(rows, value, replicate_scale)};
}

std::vector<Risk> held_out_risk(const Dataset& data, std::span<const std::size_t> features,
                                const ModelOptions& options, const Context& context) {
  const auto scored = score_sets(data, {{features.begin(), features.end()}}, options, context);
  std::vector<Risk> risks;
  for (std::size_t p = 0; p < data.populations.size(); ++p)
    risks.push_back(risk_of(scored[0][p], data.populations[p].name, data.replicate_scale));
  return risks;
}

}  // namespace drfs
