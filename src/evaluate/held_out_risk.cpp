// Held-out risk: for each population a model is fitted on the chosen features of its
// selection rows and scored on the other rows, relative to knowing nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/parallel.hpp"
#include "drfs/evaluate.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

std::vector<float> predict_held_out(const Dataset& data, const Population& population,
                                    const std::vector<std::size_t>& columns,
                                    const ModelOptions& options) {
  const auto model = make_model(options, data.task);
  const auto rows = [&](std::size_t first, std::size_t last) {
    return rows_for(*model, data, population, columns, from_to(first, last));
  };
  model->fit(rows(0, population.selection_rows).data());
  return model->predict(rows(population.selection_rows, population.y.size()).x.view());
}

[[noreturn]] void throw_no_risk(const Population& population, std::string problem) {
  throw Error(ErrorCode::data,
              {fmt::format("population {}", population.name), "", std::move(problem),
               "Leave the population out, pool it, or give it more rows"});
}

void check_rows(const Population& population, Task task) {
  const std::size_t rows = population.selection_rows;
  if (rows == 0 || rows >= population.y.size())
    throw_no_risk(population, fmt::format("has {} rows to fit and {} to score a model", rows,
                                          population.y.size() - rows));
  const auto fitted = std::span(population.y).first(rows);
  if (task != Task::regression && std::ranges::count(fitted, fitted[0]) == std::ssize(fitted))
    throw_no_risk(population, "has a single class among the rows that choose features");
}

/// The losses of the model and of the training mean on each held-out row.
struct HeldOutLosses {
  std::vector<double> model, base;

  /// sum w_i a_i / sum w_i b_i, and the latter.
  std::pair<double, double> ratio(std::span<const float> weight) const {
    double numerator = 0, denominator = 0;
    for (std::size_t i = 0; i < model.size(); ++i) {
      numerator += double{weight[i]} * model[i];
      denominator += double{weight[i]} * base[i];
    }
    return {numerator / denominator, denominator};
  }
};

HeldOutLosses losses_of(const Population& population, Task task,
                        const std::vector<float>& predicted, const std::vector<float>& base) {
  const auto y = std::span(population.y).subspan(population.selection_rows);
  HeldOutLosses out;
  for (std::size_t i = 0; i < y.size(); ++i) {
    out.model.push_back(loss_of_row(task, y, predicted, i));
    out.base.push_back(loss_of_row(task, y, base, i));
  }
  return out;
}

/// With a_i the model's loss and b_i that of the training mean, both on held-out row i:
///   R = sum w_i a_i / sum w_i b_i,
///   se(R)^2 = n/(n-1) sum w_i^2 (a_i - R b_i)^2 / (sum w_i b_i)^2,
/// the delta method for a ratio of weighted means.
double delta_method_error(const HeldOutLosses& losses, std::span<const float> weight, double value,
                          double denominator) {
  double squares = 0;
  for (std::size_t i = 0; i < weight.size(); ++i)
    squares += std::pow(weight[i] * (losses.model[i] - value * losses.base[i]), 2);
  // A single row says nothing of the spread: 0 / 0, which is not a number.
  const auto n = static_cast<double>(weight.size());
  return std::sqrt(squares * n / (n - 1)) / denominator;
}

/// se(R)^2 = scale * sum_r (R_r - R)^2, with R_r the ratio by the r-th replicate of the weights:
/// they know the design of the survey, which the delta method does not. Not a number where a
/// replicate leaves nothing to divide by.
double replicate_error(const HeldOutLosses& losses, const Population& population, double value,
                       double scale) {
  double squares = 0;
  for (std::size_t r = 0; r < population.replicate_weight.columns(); ++r) {
    const auto weight = population.replicate_weight.column(r).subspan(population.selection_rows);
    const auto [ratio, denominator] = losses.ratio(weight);
    squares += denominator > 0 ? std::pow(ratio - value, 2) : std::nan("");
  }
  return std::sqrt(scale * squares);
}

Risk risk_of(const Dataset& dataset, const Population& population,
             const std::vector<float>& predicted, const std::vector<float>& base) {
  const auto losses = losses_of(population, dataset.task, predicted, base);
  const auto weight = std::span(population.weight).subspan(population.selection_rows);
  const auto [value, denominator] = losses.ratio(weight);
  if (!(denominator > 0) || !std::isfinite(denominator))
    throw_no_risk(population, "has a target that does not vary in the rows that score");
  return {value, population.replicate_weight.columns() > 0
                     ? replicate_error(losses, population, value, dataset.replicate_scale)
                     : delta_method_error(losses, weight, value, denominator)};
}

}  // namespace

std::vector<std::vector<Risk>> held_out_risks(const Dataset& dataset,
                                              const std::vector<std::vector<std::size_t>>& sets,
                                              const ModelOptions& options, const Context& context) {
  make_model(options,
             dataset.task);  // wrong options are reported even where there is nothing to fit
  const std::size_t populations = dataset.populations.size();
  std::vector<std::vector<Risk>> risks(sets.size(), std::vector<Risk>(populations));
  const std::size_t items = sets.size() * populations;
  std::mutex progress_mutex;
  std::size_t done = 0;
  parallel_for(items, context, [&](std::size_t item, std::size_t) {
    const std::size_t set = item / populations, p = item % populations;
    const auto columns = columns_of(dataset, sets[set]);
    const Population& population = dataset.populations[p];
    check_rows(population, dataset.task);
    const auto base = base_prediction(first_rows(dataset, population, population.selection_rows),
                                      population.y.size() - population.selection_rows);
    // Without features the model's predictions are the base by definition, to the last bit.
    const auto predicted =
        columns.empty() ? base : predict_held_out(dataset, population, columns, options);
    risks[set][p] = risk_of(dataset, population, predicted, base);
    const std::scoped_lock lock(progress_mutex);
    context.progress(
        {"evaluate", static_cast<double>(++done), static_cast<double>(items), population.name});
  });
  return risks;
}

std::vector<Risk> held_out_risk(const Dataset& dataset, std::span<const std::size_t> features,
                                const ModelOptions& options, const Context& context) {
  return held_out_risks(dataset, {{features.begin(), features.end()}}, options, context)[0];
}

}  // namespace drfs
