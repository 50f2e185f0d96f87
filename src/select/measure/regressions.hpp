// Ridge regressions of every population that lend each other strength, on some columns of the
// basis, with their cross-validation: one for each outcome.
#pragma once

#include <cstdint>
#include <vector>

#include "models/basis_rows.hpp"
#include "models/partial_pooling.hpp"
#include "select/measure/risk_draws.hpp"

namespace drfs {

inline constexpr std::size_t kReferenceFolds = 6;

struct Regressions {
  std::vector<std::size_t> columns;  ///< of the plan
  Populations populations;
  std::vector<PartialPooling> outcomes;
  /// Per population; row i is of block i mod kReferenceFolds.
  std::vector<BlockLosses> losses;

  Regressions(const BasisRows&, const BasisPlan&, std::vector<std::size_t> columns, const Context&,
              Populations = Populations::together, Tails = Tails::normal);

  /// The cross-validated risks.
  RiskDraws risk(std::uint64_t seed) const;
};

/// Of these columns, those that are values and levels: no bends, no products.
std::vector<std::size_t> straight(const BasisPlan&, std::vector<std::size_t> columns);

/// All rows, population by population.
std::vector<RowSums> sums_of_all(const BasisRows&, std::size_t outcome,
                                 const std::vector<std::size_t>& columns, const Context&);

}  // namespace drfs
