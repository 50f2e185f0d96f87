// The parts of a problem, from what the user asks for by name: names are found among the data set's
// features and populations. docs/budgets.md says what the options mean.
#pragma once

#include <vector>

#include "methods/select_problem.hpp"

namespace drfs {

Constraints make_constraints(const Dataset&, const SelectOptions&, const Context&);

/// A file of costs has a column `feature`, one column per resource and, where features share a
/// set-up, a column `setup` with its name, which then has a row of its own.
Costs make_costs(const Dataset&, const RuleOptions&, const Context&);

Aim make_aim(const Dataset&, const SelectOptions&);

/// Per population the risk that is asked for, infinite where it is asked of others only; empty
/// where it is asked of none.
std::vector<double> make_targets(const Dataset&, const AimOptions&);

}  // namespace drfs
