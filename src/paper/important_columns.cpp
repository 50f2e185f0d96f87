#include "paper/important_columns.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/moments.hpp"
#include "drfs/models.hpp"

namespace drfs {
namespace {

void fill_with_median(std::span<float> values) {
  std::vector<double> known;
  for (float value : values)
    if (!std::isnan(value)) known.push_back(value);
  const auto middle = known.empty() ? 0.0F : static_cast<float>(median(known));
  for (float& value : values)
    if (std::isnan(value)) value = middle;
}

}  // namespace

std::vector<std::string> most_important_columns(const Table& table, const std::string& target,
                                                std::size_t count) {
  std::vector<const Column*> columns;
  std::vector<float> y;
  for (const auto& column : table.columns) {
    if (column.name == target)
      y = Column(column).take_numbers();
    else if (column.type == ColumnType::number)
      columns.push_back(&column);
  }
  Matrix x(table.rows, columns.size());
  for (std::size_t d = 0; d < columns.size(); ++d) {
    for (std::size_t row = 0; row < table.rows; ++row) x(row, d) = columns[d]->number(row);
    fill_with_median(x.column(d));
  }
  const std::vector<float> weight(table.rows, 1.0F);
  const auto forest = make_model({.model = "rf"}, Task::regression);
  forest->fit({x.view(), y, weight});
  const auto importance = forest->importance();

  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t d) { return importance[d]; });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
    names.push_back(columns[order[i]]->name);
  return names;
}

}  // namespace drfs
