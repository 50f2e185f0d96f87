// One file from an address (https, http, file) to the disk. The only place that knows libcurl.
#pragma once

#include <string>

#include "drfs/core.hpp"

namespace drfs {

/// Writes to `path`, which is the caller's to remove when this throws: a resources error where
/// there is no network or the server refuses, a data error where a file:// does not exist.
/// `by_other_means` completes the remedy: where to put the file when it was fetched otherwise.
void download(const std::string& url, const std::string& path, const std::string& by_other_means,
              const Context& context);

/// The file:// address of a folder; an address stays as it is.
std::string address_of(const std::string& folder_or_address);

}  // namespace drfs
