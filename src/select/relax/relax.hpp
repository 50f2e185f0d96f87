// The relaxation: noise levels that trade the worst population's risk against noise.
#pragma once

#include "drfs/select.hpp"
#include "select/problem.hpp"

namespace drfs {

/// docs/method.md, section 5. The means must outlive it.
Relaxation relax(const Dataset&, const Problem&, const Means&, const SelectOptions&,
                 const Context&);

}  // namespace drfs
