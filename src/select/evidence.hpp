// What the rows tell before any set of features is looked at: the first stages of every choice, for
// one budget or for many.
#pragma once

#include "drfs/means.hpp"
#include "select/problem.hpp"
#include "select/recipe.hpp"

namespace drfs {

struct Evidence {
  Means means;            ///< what could be predicted with every feature
  Relaxation relaxation;  ///< empty where nothing asks for it
  double means_seconds = 0, relax_seconds = 0;
};

/// Refuses estimators that do not suit the kind of outcome.
Evidence gather_evidence(const Dataset&, const Problem&, const Recipe&, const Context&);

}  // namespace drfs
