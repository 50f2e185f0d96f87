// SHA-256 of a file, as `sha256sum` prints it.
#pragma once

#include <string>

namespace drfs {

std::string sha256_of_file(const std::string& path);

}  // namespace drfs
