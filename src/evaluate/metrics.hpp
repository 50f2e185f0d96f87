// What predictions are worth, row weights counted.
#pragma once

#include <span>
#include <vector>

#include "drfs/downstream.hpp"

namespace drfs {

/// Outcomes, predictions as Model::predict gives them, and weights of the same rows.
struct Predicted {
  std::span<const float> y, prediction, weight;

  std::size_t classes() const { return y.empty() ? 0 : prediction.size() / y.size(); }
  /// Of the class, among several.
  std::span<const float> probability(std::size_t of_class) const {
    return prediction.subspan(of_class * y.size(), y.size());
  }
};

/// Those of the task, the first one being the one that models are judged by.
std::vector<Metric> metrics_of(Task);

/// Not a number where it is not defined: R² of a constant, AUC of a single class. With several
/// classes the AUC is the mean over those that occur, each against the rest.
double value_of(Metric, const Predicted&);

}  // namespace drfs
