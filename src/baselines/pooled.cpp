#include "baselines/pooled.hpp"

#include <algorithm>

#include "core/moments.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

void undo(const Scale& scale, std::span<float> values) {
  for (float& value : values) value = static_cast<float>(scale.mean + scale.deviation * value);
}

}  // namespace

PooledRows PooledRows::standardised_together(const Dataset& data) {
  PooledRows out(data);
  for (std::size_t p = 0; p < data.populations.size(); ++p) {
    const auto& [first, count, weight] = out.populations_[p];
    for (std::size_t d = 0; d < data.populations[p].x_scale.size(); ++d)
      undo(data.populations[p].x_scale[d], out.x_.column(d).subspan(first, count));
    undo(data.populations[p].y_scale, std::span(out.y_).subspan(first, count));
  }
  for (std::size_t d = 0; d < out.x_.columns(); ++d)
    standardise(out.x_.column(d), weighted_moments(out.x_.column(d), out.weight_));
  if (data.task == Task::regression) standardise(out.y_, weighted_moments(out.y_, out.weight_));
  return out;
}

PooledRows::PooledRows(const Dataset& data)
    : classes_(data.task == Task::multiclass ? data.target_levels.size() : 0) {
  std::size_t rows = 0;
  for (const auto& population : data.populations) rows += population.selection_rows;
  x_ = Matrix(rows, data.columns());
  for (const auto& population : data.populations) {
    Rows& here = populations_.emplace_back(Rows{y_.size(), population.selection_rows, 0});
    for (std::size_t d = 0; d < x_.columns(); ++d)
      std::ranges::copy(population.x.column(d).first(here.count),
                        x_.column(d).subspan(here.first).begin());
    for (std::size_t i = 0; i < here.count; ++i) {
      y_.push_back(population.y[i]);
      weight_.push_back(population.weight[i]);
      here.weight += population.weight[i];
    }
    total_weight_ += here.weight;
  }
}

void PooledRows::show_missing_to(const Model& model, const Dataset& data) {
  const auto columns = from_to(0, x_.columns());
  for (std::size_t p = 0; p < populations_.size(); ++p) {
    MatrixView<float> here = x_.view().rows_from(populations_[p].first);
    show_missing(model, data.populations[p], columns, from_to(0, populations_[p].count), here);
  }
}

TrainingData PooledRows::weighted(std::span<const double> shares) {
  shared_weight_ = weight_;
  for (std::size_t p = 0; p < populations_.size(); ++p) {
    const Rows& here = populations_[p];
    const double factor = shares[p] * total_weight_ / here.weight;
    for (std::size_t i = here.first; i < here.first + here.count; ++i)
      shared_weight_[i] = static_cast<float>(factor * weight_[i]);
  }
  return {x_.view(), y_, shared_weight_, classes_};
}

std::vector<double> PooledRows::losses(const Model& model, Task task) const {
  return losses(model.predict(x_.view()), task);
}

std::vector<double> PooledRows::losses(std::span<const float> predicted, Task task) const {
  std::vector<double> out;
  for (const Rows& here : populations_) {
    double sum = 0;
    for (std::size_t i = here.first; i < here.first + here.count; ++i)
      sum += weight_[i] * loss_of_row(task, y_, predicted, i);
    out.push_back(sum / here.weight);
  }
  return out;
}

}  // namespace drfs
