// What every model asks of its training data before it learns from them.
#pragma once

#include "drfs/models.hpp"

namespace drfs {

/// A probability is kept this far from 0 and 1, so that its logit and log loss are finite.
inline constexpr double kLeastProbability = 1e-6;

double clip_probability(double p);

/// Some rows of other data, copied.
struct TrainingRows {
  Matrix x;
  std::vector<float> y, weight;

  TrainingRows(const TrainingData&, const std::vector<std::size_t>& rows);
  TrainingData data() const { return {x.view(), y, weight}; }
};

/// Throws where there are no rows, sizes differ, or the weights do not sum to a positive number.
void check_training_data(const TrainingData&);

/// The weighted mean of y: what is predicted where there are no columns.
double mean_outcome(const TrainingData&);

/// What a prediction costs: squared error, or the log loss of a clipped probability.
double loss(Task, double y, double predicted);

}  // namespace drfs
