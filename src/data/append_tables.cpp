#include "data/append_tables.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "data/dictionary.hpp"
#include "data/levels.hpp"

namespace drfs {
namespace {

/// The column of one name in each part, nullptr where the part has none.
using Pieces = std::vector<Column*>;

void append_numbers(Column& whole, const Column* piece, std::size_t rows) {
  const std::size_t before = whole.numbers.size();
  whole.numbers.resize(before + rows, kMissing);
  for (std::size_t row = 0; piece != nullptr && row < rows; ++row)
    whole.numbers[before + row] = piece->number(row);
}

void append_codes(Column& whole, Dictionary& levels, const Column* piece, std::size_t rows) {
  if (piece == nullptr || piece->type == ColumnType::number) {
    whole.codes.insert(whole.codes.end(), rows, -1);
    return;
  }
  std::vector<std::int32_t> code_of;
  for (const auto& level : piece->levels) code_of.push_back(levels.insert(level));
  for (const std::int32_t code : piece->codes) whole.codes.push_back(code < 0 ? -1 : code_of[code]);
}

/// What the first part that has some says of the column.
void take_labels(Column& whole, const Column& piece) {
  if (whole.label.empty()) whole.label = piece.label;
  if (whole.value_labels.empty()) whole.value_labels = piece.value_labels;
  whole.rounded = whole.rounded || piece.is_rounded();
}

Column append_pieces(const Pieces& pieces, const std::vector<Table>& parts) {
  Column whole;
  const bool category = std::ranges::any_of(pieces, [](const Column* piece) {
    return piece != nullptr && piece->type == ColumnType::category;
  });
  whole.type = category ? ColumnType::category : ColumnType::number;
  Dictionary levels;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (category)
      append_codes(whole, levels, pieces[p], parts[p].rows);
    else
      append_numbers(whole, pieces[p], parts[p].rows);
    if (pieces[p] == nullptr) continue;
    whole.name = pieces[p]->name;
    take_labels(whole, *pieces[p]);
    *pieces[p] = Column{};
  }
  if (category) {
    whole.value_labels = {};
    whole.levels = levels.levels();
    sort_levels(whole);
  }
  return whole;
}

/// Names in the order in which the parts have them, each once.
std::vector<std::string> union_of(const std::vector<Table>& parts,
                                  std::vector<std::string> (*names_of)(const Table&)) {
  std::vector<std::string> all;
  std::unordered_set<std::string> seen;
  for (const auto& part : parts)
    for (const auto& name : names_of(part))
      if (seen.insert(name).second) all.push_back(name);
  return all;
}

}  // namespace

bool has_values(const Column& column) {
  if (column.type == ColumnType::category) return true;
  for (std::size_t row = 0; row < column.number_count(); ++row)
    if (!std::isnan(column.number(row))) return true;
  return false;
}

Table append_tables(std::vector<Table> parts, const ColumnPlan& plan) {
  Table table;
  for (const auto& part : parts) table.rows += part.rows;
  table.left_out = union_of(parts, [](const Table& part) { return part.left_out; });
  table.too_many_levels = union_of(parts, [](const Table& part) { return part.too_many_levels; });
  const auto names = union_of(parts, [](const Table& part) { return part.names(); });
  const PlannedColumns planned = plan_for(table.source, names, plan);

  std::unordered_map<std::string, Pieces> pieces_of;
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (auto& column : parts[p].columns) {
      Pieces& pieces = pieces_of[column.name];
      pieces.resize(parts.size(), nullptr);
      pieces[p] = &column;
    }
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (std::ranges::find(table.too_many_levels, names[c]) != table.too_many_levels.end()) continue;
    Column whole = append_pieces(pieces_of.at(names[c]), parts);
    if (planned.most_levels[c] > 0 && whole.levels.size() > planned.most_levels[c])
      table.too_many_levels.push_back(names[c]);
    else
      table.columns.push_back(std::move(whole));
  }
  return table;
}

}  // namespace drfs
