// The cross-validated risk of one set of features in every population, kept by blocks of rows so
// that the difference between two sets comes with a standard error.
#pragma once

#include <cstddef>
#include <vector>

namespace drfs {

/// Rows are dealt out to so many blocks.
inline constexpr std::size_t kRiskBlocks = 6;

/// Losses of a learner and of the base rate on the blocks of one population, each predicted by
/// models that have not seen them.
struct BlockLosses {
  std::vector<double> loss, base;

  double risk() const;
};

/// One element per population.
struct CvRisk {
  std::vector<BlockLosses> populations;

  std::vector<double> risks() const;
  std::vector<double> risks_without(std::size_t block) const;
  double worst() const;
};

}  // namespace drfs
