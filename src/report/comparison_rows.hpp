#pragma once

#include <nlohmann/json.hpp>

#include "drfs/compare.hpp"

namespace drfs {

/// The rows of a comparison as schema drfs.comparison/1 has them.
nlohmann::ordered_json rows_json(const Comparison&);

}  // namespace drfs
