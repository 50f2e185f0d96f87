#include "evaluate/scored_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "core/parallel.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

std::vector<float> predict_scored(const Dataset& data, const Population& population,
                                  const std::vector<std::size_t>& columns,
                                  const ModelOptions& options) {
  const auto model = make_model(options, data.task);
  const auto rows = [&](std::size_t first, std::size_t last) {
    return rows_for(*model, data, population, columns, from_to(first, last));
  };
  model->fit(rows(0, population.selection_rows).data());
  return model->predict(rows(population.selection_rows, population.y.size()).x.view());
}

void check_rows(const Population& population, Task task) {
  const auto fail = [&](std::string problem) {
    throw Error(ErrorCode::data,
                {fmt::format("population {}", population.name), "", std::move(problem),
                 "Leave the population out, pool it, or give it more rows"});
  };
  const std::size_t rows = population.selection_rows;
  if (rows == 0 || rows >= population.y.size())
    fail(fmt::format("has {} rows to fit and {} to score a model", rows,
                     population.y.size() - rows));
  const auto fitted = std::span(population.y).first(rows);
  if (task != Task::regression && std::ranges::count(fitted, fitted[0]) == std::ssize(fitted))
    fail("has a single class among the rows that choose features");
}

template <class T>
void append_to(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

ScoredRows losses_of(const Population& population, Task task, const std::vector<float>& predicted,
                     const std::vector<float>& base) {
  const std::size_t first = population.selection_rows;
  const auto y = std::span(population.y).subspan(first);
  // Parts of the rows are standardised each by itself; their losses are to be added up.
  const double unit = population.y_scale.deviation * population.y_scale.deviation;
  ScoredRows out;
  for (std::size_t i = 0; i < y.size(); ++i) {
    out.model.push_back(unit * loss_of_row(task, y, predicted, i));
    out.base.push_back(unit * loss_of_row(task, y, base, i));
  }
  const auto scored = [&](std::span<const float> column) {
    const auto some = column.subspan(first);
    return std::vector<float>(some.begin(), some.end());
  };
  out.weight = scored(population.weight);
  for (std::size_t r = 0; r < population.replicate_weight.columns(); ++r)
    out.replicate_weight.push_back(scored(population.replicate_weight.column(r)));
  return out;
}

ScoredRows score(const Dataset& data, const Population& population,
                 const std::vector<std::size_t>& columns, const ModelOptions& options) {
  check_rows(population, data.task);
  const auto base = base_prediction(first_rows(data, population, population.selection_rows),
                                    population.y.size() - population.selection_rows);
  // Without features the model's predictions are the base by definition, to the last bit.
  return losses_of(population, data.task,
                   columns.empty() ? base : predict_scored(data, population, columns, options),
                   base);
}

}  // namespace

void ScoredRows::append(const ScoredRows& more) {
  append_to(model, more.model);
  append_to(base, more.base);
  append_to(weight, more.weight);
  replicate_weight.resize(more.replicate_weight.size());
  for (std::size_t r = 0; r < replicate_weight.size(); ++r)
    append_to(replicate_weight[r], more.replicate_weight[r]);
}

std::vector<std::vector<ScoredRows>> score_sets(const Dataset& data, const FeatureSets& sets,
                                                const ModelOptions& options,
                                                const Context& context) {
  make_model(options, data.task);  // wrong options are reported even where there is nothing to fit
  const std::size_t populations = data.populations.size(), items = sets.size() * populations;
  std::vector<std::vector<ScoredRows>> scored(sets.size(), std::vector<ScoredRows>(populations));
  std::mutex progress_mutex;
  std::size_t done = 0;
  parallel_for(items, context, [&](std::size_t item, std::size_t) {
    const std::size_t set = item / populations, p = item % populations;
    const Population& population = data.populations[p];
    scored[set][p] = score(data, population, columns_of(data, sets[set]), options);
    const std::scoped_lock lock(progress_mutex);
    context.progress(
        {"evaluate", static_cast<double>(++done), static_cast<double>(items), population.name});
  });
  return scored;
}

}  // namespace drfs
