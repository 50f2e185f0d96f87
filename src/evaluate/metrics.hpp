// What predictions are worth, row weights counted.
#pragma once

#include <span>
#include <vector>

#include "drfs/compare.hpp"

namespace drfs {

/// Outcomes, predictions (of a class: its probability) and weights of the same rows.
struct Predicted {
  std::span<const float> y, prediction, weight;
};

/// Those of the task, the first one being the one that models are judged by.
std::vector<Metric> metrics_of(Task);

/// Not a number where it is not defined: R² of a constant, AUC of a single class.
double value_of(Metric, const Predicted&);

}  // namespace drfs
