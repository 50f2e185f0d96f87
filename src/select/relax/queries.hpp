// Which rows are queried at a step, and with which noise draws.
#pragma once

#include <cstdint>
#include <vector>

#include "drfs/objective.hpp"

namespace drfs {

/// Whether the draws of a row in one step have nothing to do with each other, or every second one
/// is the mirror image of the one before it.
enum class Pairing { independent, antithetic };

class QueryPlan {
 public:
  QueryPlan(std::vector<std::size_t> rows_per_population, int draws, std::uint64_t seed,
            Pairing pairing = Pairing::independent);

  /// The queries of one step: `batch` random rows of each population, or all for 0, with `draws`
  /// fresh draws each.
  QueryBatch at_step(int step, int batch) const;

  /// Always the same queries: at most `rows` rows per population, one draw each, and these
  /// draws are never used by a step.
  QueryBatch fixed(int rows) const;

 private:
  std::vector<std::uint32_t> chosen_rows(std::size_t population, std::size_t count,
                                         std::uint32_t round) const;

  std::vector<std::size_t> rows_;
  std::size_t draws_;
  std::uint64_t seed_;
  Pairing pairing_;
};

}  // namespace drfs
