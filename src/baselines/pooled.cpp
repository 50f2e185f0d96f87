#include "baselines/pooled.hpp"

#include <algorithm>

#include "models/training_data.hpp"

namespace drfs {

PooledRows::PooledRows(const Dataset& data) {
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

TrainingData PooledRows::weighted(std::span<const double> shares) {
  shared_weight_ = weight_;
  for (std::size_t p = 0; p < populations_.size(); ++p) {
    const Rows& here = populations_[p];
    const double factor = shares[p] * total_weight_ / here.weight;
    for (std::size_t i = here.first; i < here.first + here.count; ++i)
      shared_weight_[i] = static_cast<float>(factor * weight_[i]);
  }
  return {x_.view(), y_, shared_weight_};
}

std::vector<double> PooledRows::losses(const Model& model, Task task) const {
  return losses(model.predict(x_.view()), task);
}

std::vector<double> PooledRows::losses(std::span<const float> predicted, Task task) const {
  std::vector<double> out;
  for (const Rows& here : populations_) {
    double sum = 0;
    for (std::size_t i = here.first; i < here.first + here.count; ++i)
      sum += weight_[i] * loss(task, y_[i], predicted[i]);
    out.push_back(sum / here.weight);
  }
  return out;
}

}  // namespace drfs
