// The models that will be trained once the features are collected: one for each population, on
// rows that had no part in the choice, scored on others.
#include <fmt/format.h>

#include "core/moments.hpp"
#include "core/parallel.hpp"
#include "drfs/downstream.hpp"
#include "evaluate/metrics.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

/// Of the rows that did not choose features.
constexpr double kTrainingShare = 0.8;

/// One population's rows for a downstream model: the first `training` rows train, the rest score.
struct DownstreamRows {
  Matrix x;
  std::vector<float> y, weight, fill;
  std::size_t classes = 0;
  std::size_t training = 0;

  TrainingData train() const {
    return {x.view().first_rows(training), std::span(y).first(training),
            std::span(weight).first(training), classes, fill};
  }
};

/// An outcome that is the same in all training rows keeps its unit.
Moments outcome_scale(std::span<const float> y, std::span<const float> weight) {
  const Moments moments = weighted_moments(y, weight);
  return {moments.mean, moments.deviation > 0 ? moments.deviation : 1.0};
}

DownstreamRows downstream_rows(const Model& model, const Dataset& data,
                               const Population& population,
                               const std::vector<std::size_t>& columns) {
  const std::size_t first = population.selection_rows, rows = population.y.size() - first;
  DownstreamRows out;
  out.classes = data.classes();
  out.training = static_cast<std::size_t>(kTrainingShare * static_cast<double>(rows));
  if (out.training == 0 || out.training >= rows)
    throw Error(ErrorCode::data,
                {fmt::format("population {}", population.name), "",
                 fmt::format("has {} rows that did not choose features, too few to train a model "
                             "and to score it",
                             rows),
                 "Leave the population out, pool it, or give it more rows"});
  out.x = Matrix(rows, columns.size());
  out.y.assign(population.y.begin() + static_cast<std::ptrdiff_t>(first), population.y.end());
  out.weight.assign(population.weight.begin() + static_cast<std::ptrdiff_t>(first),
                    population.weight.end());
  const auto training_weight = std::span<const float>(out.weight).first(out.training);
  for (std::size_t d = 0; d < columns.size(); ++d) {
    std::ranges::copy(population.x.column(columns[d]).subspan(first), out.x.column(d).begin());
    standardise(out.x.column(d),
                weighted_moments(out.x.column(d).first(out.training), training_weight));
  }
  out.fill =
      show_missing(model, population, columns, from_to(first, population.y.size()), out.x.view());
  if (data.task == Task::regression)
    standardise(out.y, outcome_scale(std::span(out.y).first(out.training), training_weight));
  return out;
}

std::vector<DownstreamScore> score(const Dataset& data, const Population& population,
                                   const std::vector<std::size_t>& columns,
                                   const std::string& downstream) {
  ModelOptions options;
  options.model = downstream;
  const auto model = make_model(options, data.task);
  const DownstreamRows rows = downstream_rows(*model, data, population, columns);
  model->fit(rows.train());
  const auto prediction = model->predict(rows.x.view().rows_from(rows.training));
  const Predicted predicted{std::span(rows.y).subspan(rows.training), prediction,
                            std::span(rows.weight).subspan(rows.training)};
  std::vector<DownstreamScore> out;
  for (Metric metric : metrics_of(data.task))
    out.push_back({population.name, downstream, metric, value_of(metric, predicted)});
  return out;
}

}  // namespace

std::vector<DownstreamScore> downstream_scores(const Dataset& data,
                                               const std::vector<std::size_t>& features,
                                               const std::vector<std::string>& downstream,
                                               const Context& context) {
  const auto columns = columns_of(data, features);
  std::vector<std::vector<DownstreamScore>> scores(data.populations.size() * downstream.size());
  parallel_for(scores.size(), context, [&](std::size_t item, std::size_t) {
    scores[item] = score(data, data.populations[item / downstream.size()], columns,
                         downstream[item % downstream.size()]);
  });
  std::vector<DownstreamScore> out;
  for (const auto& some : scores) out.insert(out.end(), some.begin(), some.end());
  return out;
}

}  // namespace drfs
