// Files that are read and written as a whole.
#pragma once

#include <filesystem>
#include <string>

namespace drfs {

/// A reader never sees half of it. Throws Error(resources).
void write_file(const std::filesystem::path&, const std::string& text);

/// Throws Error(data) where it cannot be read.
std::string read_file(const std::filesystem::path&);

}  // namespace drfs
