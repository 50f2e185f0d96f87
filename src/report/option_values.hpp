// Every option with its value as JSON, in the order of declaration.
#pragma once

#include <nlohmann/json.hpp>

#include "drfs/options.hpp"

namespace drfs {

nlohmann::ordered_json option_values(const DescribeAll&);

/// Indented text with a line end. Bytes that are not UTF-8 are replaced: a name in another
/// encoding must not cost a finished run its record.
std::string json_text(const nlohmann::ordered_json&);

}  // namespace drfs
