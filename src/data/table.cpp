// The table that a reader returns and the built-in sets give: the names of its columns.
#include "drfs/data.hpp"

namespace drfs {

std::vector<std::string> Table::names() const {
  std::vector<std::string> out;
  out.reserve(columns.size());
  for (const auto& column : columns) out.push_back(column.name);
  return out;
}

}  // namespace drfs
