#include "drfs/data.hpp"

namespace drfs {
namespace {

template <class Value>
void keep_values(std::vector<Value>& values, std::span<const std::size_t> rows) {
  std::vector<Value> kept;
  kept.reserve(rows.size());
  for (const std::size_t row : rows) kept.push_back(values[row]);
  values = std::move(kept);
}

}  // namespace

Table keep_rows(Table table, std::span<const std::size_t> rows) {
  for (Column& column : table.columns) {
    column.rounded = column.is_rounded();
    column.numbers = column.take_numbers();
    if (column.type == ColumnType::number) keep_values(column.numbers, rows);
    if (column.type == ColumnType::category) keep_values(column.codes, rows);
  }
  table.rows = rows.size();
  return table;
}

}  // namespace drfs
