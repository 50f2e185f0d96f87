// A file on its way: written beside its place and moved there when it is complete, so that a
// file under its own name is never half a file.
#pragma once

#include <filesystem>
#include <string>

#include "drfs/core.hpp"

namespace drfs {

/// The error for a file that cannot be written, for the reason that errno has.
Error cannot_write(const std::string& path);
Error cannot_write(const std::string& path, const std::string& why);

class PartialFile {
 public:
  /// For the file `path`; its folder must exist.
  explicit PartialFile(std::filesystem::path path);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  /// Removes what was not finished.
  ~PartialFile();

  /// Where to write.
  std::string path() const { return partial_.string(); }
  void finish();

 private:
  std::filesystem::path final_;
  std::filesystem::path partial_;
};

}  // namespace drfs
