// Whether two tables are the same.
#pragma once

#include <string>

#include "drfs/data.hpp"

namespace drfs {

/// Of names, values and levels, in their order.
std::string sha256_of_table(const Table&);

}  // namespace drfs
