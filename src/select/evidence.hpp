// What the rows tell before any set of features is looked at: the first stages of every choice, for
// one budget or for many.
#pragma once

#include "drfs/means.hpp"
#include "drfs/select.hpp"
#include "select/problem.hpp"

namespace drfs {

struct Evidence {
  Means means;            ///< what could be predicted with every feature
  Relaxation relaxation;  ///< empty where nothing asks for it
  double means_seconds = 0, relax_seconds = 0;
};

/// Whether the options ask for a search among sets; otherwise the relaxation has the answer.
bool searches(const SelectOptions&);

/// Whether this part of the method has not been left out.
bool uses(const SelectOptions&, Stage);

/// Checks what the options have to do with the kind of outcome.
Evidence gather_evidence(const Dataset&, const Problem&, const SelectOptions&, const Context&);

}  // namespace drfs
