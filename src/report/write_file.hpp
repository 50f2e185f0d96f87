// Files that are whole or not there.
#pragma once

#include <filesystem>
#include <string>

#include "drfs/core.hpp"

namespace drfs {

Error cannot_write(const std::string& path, const std::string& why);

/// Written beside its place and then moved there: a reader never sees half a file. Throws
/// Error(resources).
void write_file(const std::filesystem::path&, const std::string& text);

}  // namespace drfs
