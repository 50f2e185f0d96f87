#include "paper/checksum_list.hpp"

#include <fmt/format.h>

#include <fstream>

#include "core/whole_file.hpp"

namespace drfs {

ChecksumList::ChecksumList(const std::string& folder) : path_(folder + "/checksums.txt") {
  std::ifstream in(path_);
  std::string sha256, file;
  while (in >> sha256 && in.ignore(2) && std::getline(in, file)) sha256_of_[file] = sha256;
}

std::string ChecksumList::of(const std::string& file) const {
  const auto at = sha256_of_.find(file);
  return at == sha256_of_.end() ? "" : at->second;
}

void ChecksumList::record(const std::string& file, const std::string& sha256) {
  if (of(file) == sha256) return;
  sha256_of_[file] = sha256;
  std::string text;
  for (const auto& [name, checksum] : sha256_of_) text += fmt::format("{}  {}\n", checksum, name);
  write_file(path_, text);
}

}  // namespace drfs
