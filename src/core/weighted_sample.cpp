#include "core/weighted_sample.hpp"

#include <algorithm>

namespace drfs {

WeightedSample::WeightedSample(std::vector<std::pair<float, float>> values)
    : sorted_(std::move(values)) {
  // By weight, too: the order in which equal values are added up must not depend on the input's.
  std::ranges::sort(sorted_);
  double total = 0;
  for (const auto& [value, weight] : sorted_) weight_up_to_.push_back(total += weight);
}

float WeightedSample::value_at(std::size_t place) const {
  return sorted_[std::min(place, sorted_.size() - 1)].first;
}

/// Multiplied out: a share such as 1/49 is not exact, and a sample of 49 would feel it.
float WeightedSample::quantile(int part, int of) const {
  const double least = weight_up_to_.back() * part;
  const auto at = std::ranges::partition_point(weight_up_to_,
                                               [&](double weight) { return weight * of <= least; });
  return value_at(static_cast<std::size_t>(at - weight_up_to_.begin()));
}

float WeightedSample::median() const {
  const auto at = std::ranges::partition_point(
      weight_up_to_, [&](double weight) { return weight * 2 < weight_up_to_.back(); });
  const double below = value_at(static_cast<std::size_t>(at - weight_up_to_.begin()));
  return static_cast<float>((below + quantile(1, 2)) / 2);
}

}  // namespace drfs
