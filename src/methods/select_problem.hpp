// From options to a problem, and from a problem to a choice, by any method.
#pragma once

#include "drfs/methods.hpp"
#include "select/problem.hpp"
#include "select/recipe.hpp"

namespace drfs {

/// Throws where the options name unknown features or populations, contradict each other, or leave
/// nothing to choose.
Problem make_problem(const Dataset&, const SelectOptions&, const Context&);

/// What the method of the options goes by.
Recipe recipe_of(const SelectOptions&);

/// select_features where what is asked has been read from the options before: of other rows of the
/// same table, say. The budget, the rules and the aim are the problem's.
Selection select_features(const Dataset&, const Problem&, const SelectOptions&, const Context&);

}  // namespace drfs
