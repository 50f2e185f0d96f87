// What files are called where @file is a population.
#pragma once

#include <string>
#include <vector>

namespace drfs {

/// Per file its name without folder and extension; where others have the same, as much of the path
/// as tells them apart. Throws a usage error where a file is named twice.
std::vector<std::string> file_names(const std::vector<std::string>& data);

}  // namespace drfs
