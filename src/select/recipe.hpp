// All that a method goes by besides the problem: its settings, the model, the seed.
#pragma once

#include <algorithm>
#include <cstdint>

#include "drfs/select.hpp"

namespace drfs {

struct Recipe : MethodSettings {
  ModelOptions model = {};
  std::uint64_t seed = 0;

  /// Whether there is a search among sets, or the relaxation's ranking is the answer.
  bool searches() const { return refine.refine_passes > 0; }

  /// Whether models of the search may learn from the rows of other populations. A model that the
  /// user has named is asked about a population's own.
  bool trees_borrow() const {
    return searches() && uses(Stage::borrowing) && model.model == "auto" && !means.make_model;
  }

  bool uses(Stage stage) const { return std::ranges::find(without, stage) == without.end(); }
};

}  // namespace drfs
