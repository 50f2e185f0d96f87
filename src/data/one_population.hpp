#pragma once

#include "drfs/data.hpp"

namespace drfs {

/// The data set as if there were no other population.
Dataset one_population(const Dataset&, std::size_t population);

}  // namespace drfs
