// What looks like a gain and is chance.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace drfs {

/// By how many standard errors the best of all ways to add so many of these candidates seems to
/// help where none of them is of any use: about sqrt(2 log M) for M ways; 1 at least.
inline double gain_by_chance(std::size_t candidates, std::size_t added) {
  const auto all = static_cast<double>(candidates), some = static_cast<double>(added);
  const double log_ways =
      std::lgamma(all + 1) - std::lgamma(some + 1) - std::lgamma(all - some + 1);
  return std::max(1.0, std::sqrt(2 * log_ways));
}

}  // namespace drfs
