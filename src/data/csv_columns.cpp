#include "data/csv_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/parallel.hpp"
#include "data/number_text.hpp"

namespace drfs {
namespace {

template <class T>
void make_room(std::vector<T>& values, std::size_t rows, std::size_t expected_rows) {
  if (values.capacity() < rows) values.reserve(std::max(rows, expected_rows));
}

std::string place_of(const CsvLayout& layout, std::size_t slot, std::size_t line) {
  return fmt::format("{}, line {}, column '{}'", layout.source, line, layout.slots[slot].name);
}

/// Half of the values or more: then the column is text, not numbers with mistakes.
bool mostly_text(std::size_t texts, std::size_t present) {
  return texts > 0 && texts * 2 >= present;
}

}  // namespace

CsvColumns::CsvColumns(const CsvLayout& layout)
    : layout_(layout),
      columns_(layout.slots.size()),
      notes_(layout.slots.size()),
      dictionaries_(layout.category_slots) {
  for (std::size_t slot = 0; slot < columns_.size(); ++slot) {
    columns_[slot].name = layout.slots[slot].name;
    columns_[slot].type = layout.slots[slot].category ? ColumnType::category : ColumnType::number;
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
  make_room(column.codes, new_rows, expected_rows);
  const auto known = static_cast<std::int32_t>(dictionaries_[index].size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto code_of_fresh = merge_levels(pieces[i].fresh(index), index);
    const std::int32_t* const codes = pieces[i].codes(index);
    for (std::size_t row = 0; row < pieces[i].rows(); ++row)
      column.codes.push_back(codes[row] < known ? codes[row] : code_of_fresh[codes[row] - known]);
  }
}

std::vector<std::int32_t> CsvColumns::merge_levels(const Dictionary& fresh, std::size_t index) {
  std::vector<std::int32_t> codes;
  codes.reserve(fresh.size());
  for (std::size_t level = 0; level < fresh.size(); ++level)
    codes.push_back(dictionaries_[index].insert(fresh.level(level)));
  return codes;
}

std::vector<std::size_t> CsvColumns::misread_slots() const {
  std::vector<std::size_t> misread;
  for (std::size_t slot = 0; slot < columns_.size(); ++slot)
    if (mostly_text(notes_[slot].texts, rows_ - notes_[slot].missing)) misread.push_back(slot);
  return misread;
}

std::vector<Column> CsvColumns::finish(const Context& context) {
  parallel_for(columns_.size(), context, [&](std::size_t slot, std::size_t) {
    Column& column = columns_[slot];
    if (column.type == ColumnType::category) finish_category(slot, column);
    if (column.type == ColumnType::number) check_numbers(slot);
    column.numbers.shrink_to_fit();
    column.codes.shrink_to_fit();
  });
  return std::move(columns_);
}

void CsvColumns::check_numbers(std::size_t slot) const {
  const ColumnNotes& notes = notes_[slot];
  if (notes.texts > 0) throw_stray_text(slot, notes.texts);
  if (notes.first_infinite.line > 0)
    throw Error(ErrorCode::data,
                {place_of(layout_, slot, notes.first_infinite.line), notes.first_infinite.value,
                 "is not a finite number in single precision",
                 fmt::format("Fix the value, declare it with --missing, or leave the column out "
                             "with --drop {}",
                             layout_.slots[slot].name)});
}

void CsvColumns::throw_stray_text(std::size_t slot, std::size_t texts) const {
  const ColumnNotes& notes = notes_[slot];
  const std::string& name = layout_.slots[slot].name;
  throw Error(ErrorCode::data,
              {place_of(layout_, slot, notes.first_text.line), notes.first_text.value,
               fmt::format("is not a number, but most values of the column are ({} of {} are not)",
                           texts, rows_ - notes.missing),
               fmt::format("Fix the value, declare it with --missing, or use --categorical {} or "
                           "--drop {}",
                           name, name)});
}

/// A column read as text, on the evidence of the file's first rows, may hold numbers only.
void CsvColumns::finish_category(std::size_t slot, Column& column) {
  const Dictionary& dictionary = dictionaries_[layout_.slots[slot].index];
  std::vector<ParsedNumber> parsed;
  for (std::size_t level = 0; level < dictionary.size(); ++level)
    parsed.push_back(parse_number(dictionary.level(level)));
  std::size_t texts = 0;
  for (const std::int32_t code : column.codes)
    if (code >= 0 && parsed[code].kind == TokenKind::text) ++texts;
  const std::size_t present = column.codes.size() - notes_[slot].missing;

  if (!layout_.slots[slot].declared && !mostly_text(texts, present)) {
    if (texts > 0) throw_stray_text(slot, texts);
    column.type = ColumnType::number;
    column.numbers.reserve(column.codes.size());
    for (const std::int32_t code : column.codes)
      column.numbers.push_back(code < 0 ? std::numeric_limits<float>::quiet_NaN()
                                        : parsed[code].value);
    column.codes = {};
    return;
  }
  std::vector<std::int32_t> order(dictionary.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(
      order, {}, [&](std::int32_t code) -> const std::string& { return dictionary.level(code); });
  std::vector<std::int32_t> sorted_code(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted_code[order[i]] = static_cast<std::int32_t>(i);
    column.levels.push_back(dictionary.level(order[i]));
  }
  for (auto& code : column.codes)
    if (code >= 0) code = sorted_code[code];
}

}  // namespace drfs
