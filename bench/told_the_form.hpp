// A yardstick for tables of few rows: what can be reached by whoever is told which features matter
// and that they do so by a straight line.
#pragma once

#include "best_set.hpp"
#include "drfs/data.hpp"

namespace drfs::bench {

/// Looks at every set of `budget` of the relevant features and takes the one whose least-squares
/// fits leave the worst population the least share of its variance, degrees of freedom allowed for,
/// on the rows that choose features.
Set best_by_least_squares(const Dataset&, const Set& relevant, int budget);

}  // namespace drfs::bench
