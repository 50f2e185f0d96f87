// Weighted mean and standard deviation of a sample.
#pragma once

#include <span>

namespace drfs {

struct Moments {
  double mean = 0;
  double deviation = 0;  ///< exactly 0 where all values are the same
};

/// In double precision, the deviation in a second pass. The weights have a positive sum.
Moments weighted_moments(std::span<const float> values, std::span<const float> weight);

}  // namespace drfs
