#include "models/borrowing.hpp"

#include <algorithm>

#include "models/training_data.hpp"

namespace drfs {

BaseRates fit_together(Model& model, const Dataset& data, const std::vector<std::size_t>& columns,
                       std::span<const RowsOfPopulation> from) {
  std::vector<TrainingRows> parts;
  for (const auto& [p, rows] : from)
    parts.push_back(rows_for(model, data, data.populations[p], columns, rows));
  BaseRates base;
  std::vector<TrainingData> views;
  for (const auto& part : parts) {
    views.push_back(part.data());
    base.own.push_back(base_prediction(views.back(), 1));
  }
  if (views.size() == 1) {
    model.fit(views.front());
    base.together = base.own.front();
    return base;
  }
  const TrainingRows all(views);
  model.fit(all.data());
  base.together = base_prediction(all.data(), 1);
  return base;
}

std::vector<float> move_base(std::vector<float> predicted, std::span<const float> from,
                             std::span<const float> to, Task task) {
  const std::size_t rows = predicted.size() / from.size();
  for (std::size_t k = 0; k < from.size(); ++k) {
    const float by = to[k] - from[k];
    if (by == 0) continue;
    for (float& value : std::span(predicted).subspan(k * rows, rows)) {
      value += by;
      if (task != Task::regression) value = std::clamp(value, 0.0F, 1.0F);
    }
  }
  return predicted;
}

double borrowed_share(const Dataset& data, const Population& population, std::span<const float> own,
                      std::span<const float> together) {
  const std::size_t rows = population.selection_rows;
  double with_left = 0, squares = 0;
  std::size_t at = 0;  // in the predictions
  for (const auto& y : outcomes_of(data, std::span(population.y).first(rows)))
    for (std::size_t i = 0; i < rows; ++i, ++at) {
      const double apart = double{together[at]} - own[at];
      with_left += population.weight[i] * apart * (double{y[i]} - own[at]);
      squares += population.weight[i] * apart * apart;
    }
  return squares > 0 ? std::clamp(with_left / squares, 0.0, 1.0) : 0;
}

std::vector<float> mixed(std::span<const float> own, std::span<const float> together,
                         double share) {
  std::vector<float> out(own.size());
  std::ranges::transform(own, together, out.begin(), [&](float mine, float all) {
    return static_cast<float>((1 - share) * mine + share * all);
  });
  return out;
}

}  // namespace drfs
