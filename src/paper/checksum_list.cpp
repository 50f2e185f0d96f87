#include "paper/checksum_list.hpp"

#include <fstream>

#include "paper/partial_file.hpp"

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
  PartialFile partial(path_);
  std::ofstream out(partial.path());
  for (const auto& [name, checksum] : sha256_of_) out << checksum << "  " << name << "\n";
  out.close();
  if (!out) throw cannot_write(path_);
  partial.finish();
}

}  // namespace drfs
