// How sure to be that what is seen is not chance: one standard for every question.
#pragma once

#include <cmath>
#include <cstddef>

namespace drfs {

/// In standard errors, for a single question.
inline constexpr double kSure = 2;

/// The same where any one of so many would have been reported: of c figures that are chance, the
/// largest reaches about sqrt(2 log c) standard errors.
inline double sure_of_any(std::size_t comparisons) {
  return std::sqrt(kSure * kSure + 2 * std::log(static_cast<double>(comparisons)));
}

}  // namespace drfs
