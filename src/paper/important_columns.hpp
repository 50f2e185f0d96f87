// A table made smaller: the columns that matter most in a forest of all its rows.
#pragma once

#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

/// The `count` numeric columns, other than the target, that a random forest of all rows gains most
/// from; the most important first. Missing values are medians.
std::vector<std::string> most_important_columns(const Table&, const std::string& target,
                                                std::size_t count);

}  // namespace drfs
