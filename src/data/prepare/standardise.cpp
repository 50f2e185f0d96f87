// Mean 0 and variance 1 within each population, measured with the row weights on the
// rows that choose features and applied to all its rows.
#include <fmt/format.h>

#include "core/moments.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

Scale rescale(const Moments& moments, std::span<float> values) {
  standardise(values, moments);
  return {moments.mean, moments.deviation};
}

}  // namespace

void standardise(Dataset& dataset) {
  for (auto& population : dataset.populations) {
    const std::size_t chosen = population.selection_rows;
    const auto weight = std::span<const float>(population.weight).first(chosen);
    for (std::size_t d = 0; d < population.x.columns(); ++d) {
      const auto column = population.x.column(d);
      population.x_scale.push_back(rescale(weighted_moments(column.first(chosen), weight), column));
    }
    const auto y = std::span<float>(population.y);
    const Moments scale = weighted_moments(y.first(chosen), weight);
    if (scale.deviation == 0.0)
      throw Error(ErrorCode::data,
                  {fmt::format("{}, population '{}', target '{}'", dataset.source, population.name,
                               dataset.target),
                   "", fmt::format("is the same in all {} rows that choose features", chosen),
                   "Drop these rows, pool the population with others, or choose another target"});
    if (dataset.task == Task::regression) population.y_scale = rescale(scale, y);
  }
}

}  // namespace drfs
