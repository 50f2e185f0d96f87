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

  double worst() const;
  double mean() const;

  /// What the search minimises: the worst population's risk; the mean counts for so little that it
  /// decides only where the worst is much the same.
  double score() const;
};

/// Sets whose worst populations are served alike to this share are ties; then the mean decides.
inline constexpr double kTie = 0.01;

/// The standard error of a.worst() - b.worst(), by the jackknife over blocks: what the two sets
/// have in common cancels.
double standard_error_of_difference(const CvRisk& a, const CvRisk& b);

}  // namespace drfs
