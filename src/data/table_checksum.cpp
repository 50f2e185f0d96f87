#include "drfs/data.hpp"

#include "core/checksum.hpp"

namespace drfs {
namespace {

/// With its length, so that no two lists of texts run together alike.
void add(Sha256& hash, const std::string& text) {
  const std::size_t length = text.size();
  hash.add(std::as_bytes(std::span(&length, 1)));
  hash.add(std::as_bytes(std::span(text)));
}

}  // namespace

std::string sha256_of_table(const Table& table) {
  Sha256 hash;
  for (const auto& column : table.columns) {
    add(hash, column.name);
    for (const auto& level : column.levels) add(hash, level);
    std::vector<float> copy;
    if (column.borrowed.first != nullptr) copy = Column(column).take_numbers();
    hash.add(std::as_bytes(std::span(copy.empty() ? column.numbers : copy)));
    hash.add(std::as_bytes(std::span(column.codes)));
  }
  return hash.text();
}

}  // namespace drfs
