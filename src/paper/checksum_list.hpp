// checksums.txt of a data folder: what each file was when it first came, in the format of
// sha256sum, so that `sha256sum -c checksums.txt` checks the folder without drfs.
#pragma once

#include <map>
#include <string>

namespace drfs {

class ChecksumList {
 public:
  /// Reads the list, if there is one.
  explicit ChecksumList(const std::string& folder);

  std::string path() const { return path_; }
  /// Empty where the file is not listed.
  std::string of(const std::string& file) const;
  /// Adds or changes the entry and writes the list.
  void record(const std::string& file, const std::string& sha256);

 private:
  std::string path_;
  std::map<std::string, std::string> sha256_of_;
};

}  // namespace drfs
