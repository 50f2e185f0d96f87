// What looks like a gain and is chance.
#pragma once

#include <cstddef>

namespace drfs {

/// By how many standard errors the best of all ways to add so many of these candidates seems to
/// help where none of them is of any use: about sqrt(2 log M) for M ways; 1 at least.
double gain_by_chance(std::size_t candidates, std::size_t added);

/// The same where it may be any of so many populations that seems to gain.
double gain_of_any(double errors, std::size_t populations);

/// A standard error that is estimated from kRiskBlocks blocks is uncertain itself: so many of them
/// are as rare as these are where it is known (Student's t in the place of the normal).
double as_estimated(double errors);

}  // namespace drfs
