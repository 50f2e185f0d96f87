// The relaxation: noise levels that trade the worst population's risk against noise.
#pragma once

#include "select/problem.hpp"
#include "select/recipe.hpp"

namespace drfs {

/// docs/method.md, section 5. The means must outlive it.
Relaxation relax(const Dataset&, const Problem&, const Means&, const Recipe&, const Context&);

}  // namespace drfs
