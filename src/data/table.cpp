// The table that a reader returns and the built-in sets give: lookups by column name.
#include <algorithm>

#include "drfs/data.hpp"

namespace drfs {

const Column* Table::find(std::string_view name) const {
  const auto at = std::ranges::find(columns, name, &Column::name);
  return at == columns.end() ? nullptr : &*at;
}

std::vector<std::string> Table::names() const {
  std::vector<std::string> out;
  out.reserve(columns.size());
  for (const auto& column : columns) out.push_back(column.name);
  return out;
}

}  // namespace drfs
