// The method of this library, for a problem that has been read from what the user says.
#pragma once

#include "select/problem.hpp"
#include "select/recipe.hpp"

namespace drfs {

/// One estimate of the means for all budgets; each search starts from the choice for the next
/// smaller budget, which is kept where no larger set is better by the search's own measure.
SelectionCurve select_curve(const Dataset&, const Problem&, std::vector<int> budgets, const Recipe&,
                            const Context&);

/// The method of this library: conditional means, then the relaxation, the search, or both, as the
/// settings ask. Interrupted during the relaxation, it returns the best so far.
Selection choose_set(const Dataset&, const Problem&, const Recipe&, const Context&);

}  // namespace drfs
