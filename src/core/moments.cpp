#include "core/moments.hpp"

#include <algorithm>
#include <cmath>

namespace drfs {

Moments weighted_moments(std::span<const float> values, std::span<const float> weight) {
  double total = 0, sum = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    total += weight[i];
    sum += double{weight[i]} * values[i];
  }
  const double mean = sum / total;
  const auto [least, most] = std::ranges::minmax(values);
  if (least == most) return {mean, 0};
  for (std::size_t i = 0; i < values.size(); ++i)
    squares += weight[i] * (values[i] - mean) * (values[i] - mean);
  return {mean, std::sqrt(squares / total)};
}

void standardise(std::span<float> values, const Moments& moments) {
  constexpr double kFarOut = 1e9;
  for (float& value : values) {
    const double scaled = moments.deviation > 0 ? (value - moments.mean) / moments.deviation : 0.0;
    value = static_cast<float>(std::clamp(scaled, -kFarOut, kFarOut));
  }
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace drfs
