// Conditional means: mu_hat(x) = E[y | x] per population, out of fold, so that
// no row's estimate has seen that row's outcome.
#pragma once

#include <cstdint>
#include <vector>

#include "drfs/data.hpp"
#include "drfs/models.hpp"

namespace drfs {

struct MeansOptions {
  int folds = 5;  ///< folds of the out-of-fold means
};
void describe(MeansOptions&, OptionVisitor&);
void check(const MeansOptions&);

/// mu_hat for the selection rows of each population, in their order.
/// Folds and populations are fitted in parallel.
std::vector<std::vector<float>> conditional_means(const Dataset&, const ModelOptions&,
                                                  const MeansOptions&, std::uint64_t seed,
                                                  const Context&);

}  // namespace drfs
