// One file out of a zip archive. The only place that knows libzip.
#pragma once

#include <functional>
#include <string>

#include "drfs/core.hpp"

namespace drfs {

/// Writes the one member whose name (without folders) is `wanted` to `path`. Throws a data error
/// where the archive is damaged or has no such member or several.
void unzip_member(const std::string& archive, const std::function<bool(const std::string&)>& wanted,
                  const std::string& path, const Context& context);

}  // namespace drfs
