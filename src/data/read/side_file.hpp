// Small tables beside the data: costs, labels.
#pragma once

#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

/// Reads a file in which these columns, as far as they are there, are texts whatever they look
/// like: a feature may be called 7.
Table read_side_file(const std::string& path, const std::vector<std::string>& texts,
                     const Context&);

/// A column's text in a row; empty where it is missing.
std::string text_of(const Column&, std::size_t row);

}  // namespace drfs
