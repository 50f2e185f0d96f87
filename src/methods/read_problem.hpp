// From what the user says, in words and by name, to what is asked of a choice. docs/budgets.md says
// what the options mean.
#pragma once

#include <string>
#include <vector>

#include "drfs/select.hpp"
#include "select/problem.hpp"

namespace drfs {

/// Throws where the options name unknown features or populations, contradict each other, or leave
/// nothing to choose.
Problem read_problem(const Dataset&, const SelectOptions&, const Context&);

Constraints read_constraints(const Dataset&, const SelectOptions&, const Context&);

/// One entry may be a CSV file: a column `feature`, one column per resource and, where features
/// share a set-up, a column `setup` with its name, which then has a row of its own. Otherwise each
/// entry is `name=amount` or, as a row of that file, `name=minutes:2;money:5;setup:blood draw`;
/// resources are then in the order of their names. Without entries every feature costs 1.
Costs read_costs(const Dataset&, const std::vector<std::string>& entries, const Context&);

Aim read_aim(const Dataset&, const SelectOptions&);

/// Per population the risk that --max-risk asks for, infinite where it names others only; empty
/// where there is no such option.
std::vector<double> read_targets(const Dataset&, const AimOptions&);

}  // namespace drfs
