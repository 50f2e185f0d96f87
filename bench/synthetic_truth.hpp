// The paper's synthetic sets: what a set of features truly leaves unexplained, from the formulas
// that make the data.
#pragma once

#include <cstdint>
#include <vector>

#include "best_set.hpp"

namespace drfs::bench {

struct SyntheticSetting {
  int set = 1, features = 15, budget = 5;
  std::uint64_t rows = 0;
  double paper_best = 0;  ///< worst population's MSE of the best method in the paper's table (MLP)
  double (*worst)(const Set&) = nullptr;  ///< the worst population's true share
  Set relevant;                           ///< features among which the best set is
};

/// The settings of the paper's tables.
std::vector<SyntheticSetting> synthetic_settings();

}  // namespace drfs::bench
