// Bootstrap resamples of a data set, as weights: a row that is drawn three times is one row of
// three times the weight. As three rows it would stand on both sides of a cross-validation and
// predict itself where it should be left out, and features would look better than they are.
#pragma once

#include <cstdint>

#include "drfs/run.hpp"
#include "select/problem.hpp"

namespace drfs {

/// For each population as many draws with replacement as it has selection rows; rows that are not
/// drawn, and held-out rows, are left out. Standardised anew. A function of (seed, number,
/// population) alone. Draws that leave a population with fewer than `least_rows` different rows or
/// with a single outcome are repeated, and given up with Error(data).
Dataset resample(const Dataset&, std::uint64_t seed, int number, std::size_t least_rows);

/// The public function of this name where the problem has been read before.
Stability bootstrap_selection(const Dataset&, const Problem&, const SelectOptions&, const Context&);

}  // namespace drfs
