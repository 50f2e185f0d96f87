// From importances to a choice.
#pragma once

#include <vector>

#include "drfs/select.hpp"

namespace drfs {

/// The `budget` features of largest importance; ties by name, the order of the features.
Selection most_important(const std::vector<double>& importance, int budget);

}  // namespace drfs
