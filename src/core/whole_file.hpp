// Files that are read and written as a whole.
#pragma once

#include <filesystem>
#include <string>

#include "drfs/core.hpp"

namespace drfs {

Error cannot_write(const std::string& path, const std::string& why);

/// Written beside its place and then moved there: a reader never sees half a file. Throws
/// Error(resources).
void write_file(const std::filesystem::path&, const std::string& text);

/// Throws Error(data) where it cannot be read.
std::string read_file(const std::filesystem::path&);

}  // namespace drfs
