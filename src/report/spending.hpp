// What a choice costs, on the page: columns of the table of chosen features, one per resource, and
// what they come to beside the budget.
#pragma once

#include <string>

#include "drfs/run.hpp"

namespace drfs {

/// Whether anybody has spoken of costs. Where nobody has, what follows is empty.
bool has_costs(const RunResult&);

/// The headings of the columns.
std::string cost_headings(const RunResult&);

/// A row's cells; without a feature, which was not chosen, they have nothing in them.
std::string cost_cells(const RunResult&, const ChosenFeature*);

/// The last rows: what set-ups add, the sum, the budget. `columns` stand before the costs.
std::string cost_sums(const RunResult&, std::size_t columns);

}  // namespace drfs
