#include "select/chance.hpp"

#include <algorithm>
#include <cmath>

namespace drfs {

double gain_by_chance(std::size_t candidates, std::size_t added) {
  const auto all = static_cast<double>(candidates), some = static_cast<double>(added);
  const double log_ways =
      std::lgamma(all + 1) - std::lgamma(some + 1) - std::lgamma(all - some + 1);
  return std::max(1.0, std::sqrt(2 * log_ways));
}

double gain_of_any(double errors, std::size_t populations) {
  return std::sqrt(errors * errors + 2 * std::log(static_cast<double>(populations)));
}

}  // namespace drfs
