#include "models/training_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/moments.hpp"

namespace drfs {

TrainingRows::TrainingRows(const TrainingData& data, const std::vector<std::size_t>& rows)
    : x(rows.size(), data.x.columns),
      classes(data.classes),
      fill(data.fill.begin(), data.fill.end()) {
  for (std::size_t d = 0; d < data.x.columns; ++d)
    for (std::size_t i = 0; i < rows.size(); ++i) x(i, d) = data.x(rows[i], d);
  for (std::size_t row : rows) {
    y.push_back(data.y[row]);
    weight.push_back(data.weight[row]);
  }
}

TrainingRows::TrainingRows(std::span<const TrainingData> parts) : classes(parts.front().classes) {
  std::size_t rows = 0;
  for (const auto& part : parts) rows += part.y.size();
  x = Matrix(rows, parts.front().x.columns);
  for (const auto& part : parts) {
    for (std::size_t d = 0; d < x.columns(); ++d)
      std::ranges::copy(part.x.column(d), x.column(d).subspan(y.size()).begin());
    y.insert(y.end(), part.y.begin(), part.y.end());
    weight.insert(weight.end(), part.weight.begin(), part.weight.end());
  }
}

std::vector<std::size_t> from_to(std::size_t first, std::size_t last) {
  std::vector<std::size_t> out(last - first);
  std::iota(out.begin(), out.end(), first);
  return out;
}

std::vector<float> show_missing(const Model& model, const Population& population,
                                const std::vector<std::size_t>& columns,
                                const std::vector<std::size_t>& rows, MatrixView<float> x) {
  if (population.was_missing.empty() || !model.takes_missing()) return {};
  std::vector<float> fill(columns.size(), 0.0F);
  for (std::size_t d = 0; d < columns.size(); ++d) {
    const auto& missing = population.was_missing[columns[d]];
    if (missing.empty()) continue;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!missing[rows[i]]) continue;
      fill[d] = x(i, d);  // the same for all: a population has one value to fill a column with
      x(i, d) = kMissing;
    }
  }
  return fill;
}

TrainingRows rows_for(const Model& model, const Dataset& data, const Population& population,
                      const std::vector<std::size_t>& columns,
                      const std::vector<std::size_t>& rows) {
  TrainingRows out({MatrixView<const float>{}, population.y, population.weight, data.classes()},
                   rows);
  out.x = Matrix(rows.size(), columns.size());
  for (std::size_t d = 0; d < columns.size(); ++d) {
    const auto column = population.x.column(columns[d]);
    std::ranges::transform(rows, out.x.column(d).begin(), [&](std::size_t i) { return column[i]; });
  }
  out.fill = show_missing(model, population, columns, rows, out.x.view());
  // A column may have its gaps in other rows alone, for which the fill is wanted later.
  for (std::size_t d = 0; d < out.fill.size(); ++d) {
    const auto& missing = population.was_missing[columns[d]];
    if (!missing.empty())
      out.fill[d] = population.x(
          static_cast<std::size_t>(std::ranges::find(missing, true) - missing.begin()), columns[d]);
  }
  return out;
}

TrainingData first_rows(const Dataset& data, const Population& population, std::size_t rows) {
  return {population.x.view().first_rows(rows), std::span(population.y).first(rows),
          std::span(population.weight).first(rows), data.classes()};
}

double clip_probability(double p) {
  return std::clamp(p, kLeastProbability, 1.0 - kLeastProbability);
}

void check_training_data(const TrainingData& data) {
  const std::size_t rows = data.x.rows;
  if (rows == 0 || data.y.size() != rows || data.weight.size() != rows)
    throw Error(ErrorCode::internal,
                {"training data",
                 fmt::format("{} x, {} y, {} weights", rows, data.y.size(), data.weight.size()),
                 "must have the same number of rows, at least 1", ""});
  const auto is_class = [&](float y) {
    return y >= 0 && y < static_cast<float>(data.classes) && y == std::floor(y);
  };
  if (data.classes > 0 && !std::ranges::all_of(data.y, is_class))
    throw Error(ErrorCode::internal, {"training data", "", "have outcomes that are no class", ""});
  double total = 0;
  for (const float w : data.weight) {
    if (!(w >= 0)) total = NAN;  // also where w is NaN
    total += w;
  }
  if (!(total > 0) || !std::isfinite(total))
    throw Error(ErrorCode::data, {"row weights", "", "are negative, missing or all 0",
                                  "Give weights of at least 0, some of them positive"});
}

void check_training_data(const TrainingData& data, Task task) {
  check_training_data(data);
  if ((task == Task::multiclass) != (data.classes > 0))
    throw Error(ErrorCode::internal,
                {"training data", fmt::format("{} classes", data.classes),
                 fmt::format("are not for the task {}", name_of(task, kTaskNames)), ""});
}

double mean_outcome(const TrainingData& data) {
  return weighted_moments(data.y, data.weight).mean;
}

std::vector<double> class_shares(const TrainingData& data) {
  std::vector<double> shares(data.classes, 0.0);
  double total = 0;
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    shares[static_cast<std::size_t>(data.y[i])] += data.weight[i];
    total += data.weight[i];
  }
  for (double& share : shares) share /= total;
  return shares;
}

std::vector<double> base_values(const TrainingData& data) {
  return data.classes == 0 ? std::vector<double>{mean_outcome(data)} : class_shares(data);
}

std::vector<float> repeated(std::span<const double> values, std::size_t rows) {
  std::vector<float> out;
  for (const double value : values) out.insert(out.end(), rows, static_cast<float>(value));
  return out;
}

std::vector<float> base_prediction(const TrainingData& data, std::size_t rows) {
  return repeated(base_values(data), rows);
}

double loss(Task task, double y, double predicted) {
  if (task == Task::regression) return (y - predicted) * (y - predicted);
  const double p = clip_probability(predicted);
  return -(y * std::log(p) + (1 - y) * std::log(1 - p));
}

double loss_of_row(Task task, std::span<const float> y, std::span<const float> predicted,
                   std::size_t row) {
  if (task != Task::multiclass) return loss(task, y[row], predicted[row]);
  const auto right = static_cast<std::size_t>(y[row]);
  return -std::log(clip_probability(predicted[right * y.size() + row]));
}

}  // namespace drfs
