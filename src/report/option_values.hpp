// Every option with its value as JSON, in the order of declaration.
#pragma once

#include <nlohmann/json.hpp>

#include "drfs/options.hpp"

namespace drfs {

nlohmann::ordered_json option_values(const DescribeAll&);

}  // namespace drfs
