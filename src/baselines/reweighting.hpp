// Distributionally robust weights: populations that a model serves badly gain weight, round by
// round, by exponentiated gradient steps.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "baselines/pooled.hpp"

namespace drfs {

using ModelMaker = std::function<std::unique_ptr<Model>()>;

/// The shares of the populations with which the last of `rounds` models is to be fitted; the first
/// is fitted with equal ones. Interrupted, the shares so far.
std::vector<double> robust_shares(PooledRows&, Task, int rounds, const ModelMaker&, const Context&);

}  // namespace drfs
