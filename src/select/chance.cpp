#include "select/chance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "select/cv_risk.hpp"

namespace drfs {
namespace {

/// The chance that Student's t with 5 degrees of freedom is above this.
double student_tail(double t) {
  static_assert(kRiskBlocks == 6);
  const double angle = std::atan(t / std::sqrt(5.0)), s = std::sin(angle), c = std::cos(angle);
  return 0.5 - (angle + s * c * (1 + 2.0 / 3 * c * c)) / std::numbers::pi;
}

}  // namespace

double gain_by_chance(std::size_t candidates, std::size_t added) {
  const auto all = static_cast<double>(candidates), some = static_cast<double>(added);
  const double log_ways =
      std::lgamma(all + 1) - std::lgamma(some + 1) - std::lgamma(all - some + 1);
  return std::max(1.0, std::sqrt(2 * log_ways));
}

double gain_of_any(double errors, std::size_t populations) {
  return std::sqrt(errors * errors + 2 * std::log(static_cast<double>(populations)));
}

double as_estimated(double errors) {
  const double chance = std::erfc(errors / std::numbers::sqrt2) / 2;
  double low = errors, high = errors;
  while (student_tail(high) > chance) high *= 2;
  for (int halving = 0; halving < 50; ++halving) {
    const double middle = (low + high) / 2;
    (student_tail(middle) > chance ? low : high) = middle;
  }
  return high;
}

}  // namespace drfs
