// Quantiles of numbers that count with weights. With whole weights they are those of the sample
// in which each number stands as often as its weight says.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace drfs {

class WeightedSample {
 public:
  /// Values and their weights, in any order; at least one weight is positive.
  explicit WeightedSample(std::vector<std::pair<float, float>> values);

  /// The least value such that more than `part` / `of` of the weight is at or below it.
  float quantile(int part, int of) const;

  /// The middle of the two values that halve the weight, where there are two.
  float median() const;

 private:
  float value_at(std::size_t place) const;

  std::vector<std::pair<float, float>> sorted_;
  std::vector<double> weight_up_to_;
};

}  // namespace drfs
