#include "data/read/csv/csv_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/parallel.hpp"
#include "data/levels.hpp"
#include "data/number_text.hpp"
#include "data/utf8.hpp"

namespace drfs {
namespace {

template <class T>
void make_room(std::vector<T>& values, std::size_t rows, std::size_t expected_rows) {
  if (values.capacity() < rows) values.reserve(std::max(rows, expected_rows));
}

std::string place_of(const CsvLayout& layout, std::size_t slot, std::size_t line) {
  return fmt::format("{}, line {}, column '{}'", layout.source, line, layout.slots[slot].name);
}

}  // namespace

CsvColumns::CsvColumns(const CsvLayout& layout)
    : layout_(layout),
      columns_(layout.slots.size()),
      notes_(layout.slots.size()),
      dictionaries_(layout.category_slots) {
  for (std::size_t slot = 0; slot < columns_.size(); ++slot) {
    columns_[slot].name = layout.slots[slot].name;
    if (!layout.slots[slot].category) continue;
    columns_[slot].type = ColumnType::category;
    dictionaries_[layout.slots[slot].index].reset(layout.slots[slot].most_levels);
  }
}

void CsvColumns::append(const std::vector<ParsedPiece>& pieces, std::size_t count,
                        std::size_t expected_rows, const Context& context) {
  std::size_t new_rows = rows_;
  for (std::size_t i = 0; i < count; ++i) new_rows += pieces[i].rows();
  parallel_for(columns_.size(), context, [&](std::size_t slot, std::size_t) {
    append_slot(slot, pieces, count, new_rows, expected_rows);
  });
  rows_ = new_rows;
}

void CsvColumns::append_slot(std::size_t slot, const std::vector<ParsedPiece>& pieces,
                             std::size_t count, std::size_t new_rows, std::size_t expected_rows) {
  const std::size_t index = layout_.slots[slot].index;
  Column& column = columns_[slot];
  for (std::size_t i = 0; i < count; ++i) notes_[slot].append(pieces[i].notes(slot));
  if (column.type == ColumnType::number) {
    make_room(column.numbers, new_rows, expected_rows);
    for (std::size_t i = 0; i < count; ++i) {
      const float* const values = pieces[i].numbers(index);
      column.numbers.insert(column.numbers.end(), values, values + pieces[i].rows());
    }
    return;
  }
  if (dictionaries_[index].gave_up()) return;
  make_room(column.codes, new_rows, expected_rows);
  const auto known = static_cast<std::int32_t>(dictionaries_[index].size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto code_of_fresh = merge_levels(pieces[i].fresh(index), index);
    if (dictionaries_[index].gave_up()) {
      column.codes = {};
      return;
    }
    const std::int32_t* const codes = pieces[i].codes(index);
    for (std::size_t row = 0; row < pieces[i].rows(); ++row)
      column.codes.push_back(codes[row] < known ? codes[row] : code_of_fresh[codes[row] - known]);
  }
}

/// The limit is passed, here or in a piece, if and only if the file has more levels than it
/// allows, whatever the pieces: the levels of a piece are among the file's.
std::vector<std::int32_t> CsvColumns::merge_levels(const Dictionary& fresh, std::size_t index) {
  if (fresh.gave_up()) dictionaries_[index].give_up();
  std::vector<std::int32_t> codes;
  codes.reserve(fresh.size());
  for (std::size_t level = 0; level < fresh.size(); ++level)
    codes.push_back(dictionaries_[index].insert(fresh.level(level)));
  return codes;
}

bool CsvColumns::gave_up(std::size_t slot) const {
  return layout_.slots[slot].category && dictionaries_[layout_.slots[slot].index].gave_up();
}

std::vector<std::size_t> CsvColumns::misread_slots() const {
  std::vector<std::size_t> misread;
  for (std::size_t slot = 0; slot < columns_.size(); ++slot)
    if (!layout_.slots[slot].category && notes_[slot].mostly_text(rows_)) misread.push_back(slot);
  return misread;
}

void CsvColumns::finish(Table& table, const Context& context) {
  parallel_for(columns_.size(), context, [&](std::size_t slot, std::size_t) {
    check(slot);
    if (layout_.slots[slot].category) {
      columns_[slot].levels = dictionaries_[layout_.slots[slot].index].levels();
      sort_levels(columns_[slot]);
    }
    columns_[slot].numbers.shrink_to_fit();
    columns_[slot].codes.shrink_to_fit();
  });
  table.rows = rows_;
  for (std::size_t slot = 0; slot < columns_.size(); ++slot) {
    if (gave_up(slot)) {
      table.too_many_levels.push_back(columns_[slot].name);
      continue;
    }
    warn_of_rounding(slot, context);
    columns_[slot].rounded = notes_[slot].first_rounded.line > 0;
    table.columns.push_back(std::move(columns_[slot]));
  }
}

void CsvColumns::check(std::size_t slot) const {
  const ColumnNotes& notes = notes_[slot];
  const std::string& name = layout_.slots[slot].name;
  // A column that is not stored has not been looked at to its end, and spoils nothing.
  if (notes.first_not_utf8.line > 0 && !gave_up(slot))
    throw_not_utf8(place_of(layout_, slot, notes.first_not_utf8.line), notes.first_not_utf8.value);
  if (!layout_.slots[slot].declared && has_decimal_comma(notes.first_text.value))
    throw Error(ErrorCode::data,
                {place_of(layout_, slot, notes.first_text.line), notes.first_text.value,
                 "looks like a number with a decimal comma",
                 fmt::format("Write decimal points, or use --categorical {} if it is text, or "
                             "--drop {}",
                             name, name)});
  if (notes.texts > 0 && !notes.mostly_text(rows_))
    throw Error(
        ErrorCode::data,
        {place_of(layout_, slot, notes.first_text.line), notes.first_text.value,
         fmt::format("is not a number, but most values of the column are ({} of {} are not)",
                     notes.texts, rows_ - notes.missing),
         fmt::format("Fix the value, declare it with --missing, or use --categorical {} or "
                     "--drop {}",
                     name, name)});
  if (notes.first_infinite.line > 0)
    throw Error(ErrorCode::data,
                {place_of(layout_, slot, notes.first_infinite.line), notes.first_infinite.value,
                 "is not a finite number in single precision",
                 fmt::format("Fix the value, declare it with --missing, or leave the column out "
                             "with --drop {}",
                             name)});
}

void CsvColumns::warn_of_rounding(std::size_t slot, const Context& context) const {
  const NotedToken& first = notes_[slot].first_rounded;
  if (first.line == 0) return;
  const std::string& name = layout_.slots[slot].name;
  context.log(Severity::warning,
              fmt::format("{}: column '{}' has whole numbers above 16,777,216, which are rounded "
                          "to single precision, first '{}' in line {}; subtract a constant from "
                          "them, or use --categorical {} if they are codes",
                          layout_.source, name, first.value, first.line, name));
}

}  // namespace drfs
