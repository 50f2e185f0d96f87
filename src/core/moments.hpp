// Mean, standard deviation and median of a sample.
#pragma once

#include <span>
#include <vector>

namespace drfs {

struct Moments {
  double mean = 0;
  double deviation = 0;  ///< exactly 0 where all values are the same
};

/// In double precision, the deviation in a second pass. The weights have a positive sum.
Moments weighted_moments(std::span<const float> values, std::span<const float> weight);

/// To mean 0 and deviation 1 by these moments; all 0 where the deviation is 0. Values of other rows
/// may lie far outside: beyond a thousand million deviations they are taken to lie there, so that
/// their squares still are single-precision numbers.
void standardise(std::span<float> values, const Moments&);

/// Of two in the middle the larger. There must be a value.
double median(std::vector<double> values);

}  // namespace drfs
