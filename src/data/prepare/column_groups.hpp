// Columns that are one feature: the parts of a question, the readings of one device.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

/// The options' "name=a,b" as the group of each column that is in one. Throws a usage error where a
/// text is of another form or a column is in two groups.
std::map<std::string, std::string> groups_of_columns(const std::vector<std::string>& texts);

/// The columns among these names, in which groups stand for their columns.
std::vector<std::string> expanded(const std::vector<std::string>& names,
                                  const std::vector<std::string>& groups);

}  // namespace drfs
