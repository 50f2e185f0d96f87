// What a population would choose for itself.
#pragma once

#include "drfs/select.hpp"

namespace drfs {

/// The data set as if there were no other population.
Dataset one_population(const Dataset&, std::size_t population);

/// The options of a search for a single population's own best set.
SelectOptions for_one_population(SelectOptions);

}  // namespace drfs
