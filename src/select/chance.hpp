// What looks like a gain and is chance.
#pragma once

#include <cstddef>

#include "select/cv_risk.hpp"

namespace drfs {

/// By how many standard errors the best of all ways to add so many of these candidates seems to
/// help where none of them is of any use: about sqrt(2 log M) for M ways; 1 at least.
double gain_by_chance(std::size_t candidates, std::size_t added);

/// The same where it may be any of so many populations that seems to gain.
double gain_of_any(double errors, std::size_t populations);

/// A standard error from kRiskBlocks blocks is uncertain itself: one in ten is smaller than the
/// true one by this factor, the root of 5 over the tenth percentile of chi-squared with 5 degrees
/// of freedom.
inline constexpr double kUncertain = 1.762;
static_assert(kRiskBlocks == 6);

}  // namespace drfs
