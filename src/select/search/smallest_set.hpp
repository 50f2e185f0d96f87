// As few features as bring every population's risk down to what the user asks for.
#pragma once

#include <optional>
#include <vector>

#include "select/search/search.hpp"

namespace drfs {

/// Searches under growing budgets, each from the set of the one before, until what is to be
/// expected has every population at its target. Throws Error(infeasible), which says how far it
/// got, where no budget that the constraints allow does. Interrupted, it returns the last set.
std::optional<Refined> smallest_set(Search&, const Dataset&, const Problem&, const Context&);

}  // namespace drfs
