// Distributionally robust weights: populations that a model serves badly gain weight, round by
// round, by exponentiated gradient steps.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "baselines/pooled.hpp"

namespace drfs {

using ModelMaker = std::function<std::unique_ptr<Model>()>;

/// One step: shares[p] becomes proportional to shares[p] exp(step losses[p]).
void move_towards_losses(std::vector<double>& shares, const std::vector<double>& losses);

/// The shares of the populations with which the last of `rounds` models is to be fitted; the first
/// is fitted with equal ones. Interrupted, the shares so far.
std::vector<double> robust_shares(PooledRows&, Task, int rounds, const ModelMaker&, const Context&);

}  // namespace drfs
