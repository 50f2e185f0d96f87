// What is asked of a choice, with every name resolved. It is the same for all rows and for a part
// of them.
#pragma once

#include <vector>

#include "select/measure/aim.hpp"
#include "select/rules/constraints.hpp"

namespace drfs {

struct Problem {
  Constraints constraints;           ///< which sets are allowed
  Aim aim;                           ///< what makes one better than another
  std::vector<double> targets = {};  ///< per population, the risk asked for; infinite: any
  bool find_budget = false;          ///< as few features as reach the targets

  /// Of a single population, which is its own worst case; without targets.
  Problem of_one_population() const { return {constraints, Aim(), {}, false}; }

  /// The same with this budget, which is no longer looked for.
  Problem with_budget(std::size_t features) const {
    return {constraints.with_budget(features), aim, targets, false};
  }
};

}  // namespace drfs
