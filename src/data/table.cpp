// The table that a reader returns and the built-in sets give: its columns and their names.
#include "drfs/data.hpp"

#include <cmath>
#include <utility>

namespace drfs {

std::vector<float> Column::take_numbers() {
  if (borrowed.first == nullptr) return std::exchange(numbers, {});
  std::vector<float> out(borrowed.size);
  for (std::size_t row = 0; row < out.size(); ++row) out[row] = borrowed[row];
  borrowed = {};
  return out;
}

bool Column::is_rounded() const {
  if (borrowed.first == nullptr || !borrowed.doubles) return rounded;
  for (std::size_t row = 0; row < borrowed.size; ++row) {
    const double exact = borrowed.exactly(row);
    if (std::trunc(exact) == exact && double{borrowed[row]} != exact) return true;
  }
  return false;
}

std::vector<std::string> Table::names() const {
  std::vector<std::string> out;
  out.reserve(columns.size());
  for (const auto& column : columns) out.push_back(column.name);
  return out;
}

}  // namespace drfs
