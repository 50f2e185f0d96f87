// The relaxation: noise levels that trade the worst population's risk against noise.
#pragma once

#include "drfs/select.hpp"

namespace drfs {

/// docs/method.md, section 5. `means` are those of conditional_means.
Relaxation relax(const Dataset&, const Constraints&, const std::vector<std::vector<float>>& means,
                 const SelectOptions&, const Context&);

}  // namespace drfs
