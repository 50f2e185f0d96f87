// The baselines, one function each; methods/methods.cpp lists them. docs/method.md, section 9.
#pragma once

#include "select/problem.hpp"
#include "select/recipe.hpp"

namespace drfs {

/// The features of largest importance, as far as the rules allow; ties by name.
Selection most_important(const std::vector<double>& importance, const Constraints&);

/// The largest coefficients of a lasso on the pooled rows.
Selection choose_by_lasso(const Dataset&, const Problem&, const Recipe&, const Context&);

/// The largest gains of boosted trees on the pooled rows.
Selection choose_by_trees(const Dataset&, const Problem&, const Recipe&, const Context&);

/// The same two with the populations weighted towards those that the model serves worst.
Selection choose_by_robust_lasso(const Dataset&, const Problem&, const Recipe&, const Context&);
Selection choose_by_robust_trees(const Dataset&, const Problem&, const Recipe&, const Context&);

/// The widest open masks of a network that learns which inputs to let through, with the same
/// weights.
Selection choose_by_masked_network(const Dataset&, const Problem&, const Recipe&, const Context&);

/// One feature after the other, each the one that lowers the aim's value most, by the populations'
/// cross-validated risks.
Selection choose_greedily(const Dataset&, const Problem&, const Recipe&, const Context&);

/// Any features, by the seed.
Selection choose_at_random(const Dataset&, const Problem&, const Recipe&, const Context&);

}  // namespace drfs
