// The neighbours of a set: one feature goes, another one comes, and the rules decide what has to go
// or come with them.
#pragma once

#include <vector>

#include "select/search/candidates.hpp"

namespace drfs {

/// The allowed sets without `drop` and with one feature of the pool that is new. Where that one
/// does not fit in, further features go, in the order of `drops`; where there is room left, it is
/// filled up with the most promising of the pool.
std::vector<FeatureSet> swaps(const FeatureSet&, std::size_t drop,
                              const std::vector<std::size_t>& drops, const Candidates&,
                              const Constraints&);

}  // namespace drfs
