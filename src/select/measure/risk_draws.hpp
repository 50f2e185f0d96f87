// What is known of the risk of one set of features in every population: draws from the distribution
// that the rows make likely. Draw d of one set belongs with draw d of another, so that what two
// sets have in common cancels when they are compared.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

namespace drfs {

/// So many draws, of whatever kind.
inline constexpr std::size_t kDraws = 64;

struct RiskDraws {
  Eigen::ArrayXXd risk;  ///< one row per population, one column per draw

  /// The mean over the draws, per population.
  std::vector<double> mean() const;
  /// The largest of these.
  double worst() const;
};

/// Losses of a learner and of the base rate on blocks of rows of one population, each predicted by
/// models that have not seen them.
struct BlockLosses {
  std::vector<double> loss, base;

  double risk() const;
};

/// The risk where the blocks are drawn anew: in each draw they count by random weights (the
/// Bayesian bootstrap), the same ones for every learner and every set of the population.
Eigen::ArrayXd risk_draws(const BlockLosses&, std::uint64_t seed, std::size_t population);

}  // namespace drfs
