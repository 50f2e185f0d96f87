#include "data/csv_piece.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/number_text.hpp"
#include "data/plain_decimal.hpp"

namespace drfs {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

void note_first(NotedToken& note, std::size_t line, std::string_view value) {
  if (note.line == 0) note = {line, std::string(value.substr(0, 60))};
}

}  // namespace

void CsvLayout::index_slots() {
  number_slots = category_slots = 0;
  for (auto& slot : slots) slot.index = slot.category ? category_slots++ : number_slots++;
}

void ColumnNotes::append(const ColumnNotes& later) {
  missing += later.missing;
  texts += later.texts;
  if (first_text.line == 0) first_text = later.first_text;
  if (first_infinite.line == 0) first_infinite = later.first_infinite;
}

void ParsedPiece::parse(const CsvPiece& piece, const CsvLayout& layout,
                        const std::vector<Dictionary>& known) {
  layout_ = &layout;
  known_ = &known;
  prepare(piece);
  const char* at = piece.text.data();
  const char* const end = at + piece.text.size();
  while (at < end) {
    const bool blank = *at == '\n' || (*at == '\r' && at[1] == '\n');
    if (blank) {
      at += *at == '\r' ? 2 : 1;
      ++line_;
      continue;
    }
    at = parse_record(at, end);
    ++rows_;
  }
}

/// A record that is not blank has a byte or more for each field, so the room is bounded by
/// the bytes of the piece even where they are mostly newlines.
void ParsedPiece::prepare(const CsvPiece& piece) {
  const std::size_t fields = layout_->slot_of_field.size();
  capacity_ = std::min(piece.newlines, piece.text.size() / fields) + 1;
  rows_ = 0;
  line_ = piece.first_line;
  const auto need = [&](auto& values, std::size_t columns) {
    if (values.size() < capacity_ * columns) values.resize(capacity_ * columns);
  };
  need(numbers_, layout_->number_slots);
  need(codes_, layout_->category_slots);
  notes_.assign(layout_->slots.size(), {});
  fresh_.resize(layout_->category_slots);
  for (auto& dictionary : fresh_) dictionary.clear();
}

const char* ParsedPiece::parse_record(const char* at, const char* end) {
  const char* const record = at;
  const std::size_t line = line_;
  const std::size_t last = layout_->slot_of_field.size() - 1;
  for (std::size_t field = 0; field <= last; ++field) {
    const std::int32_t slot = layout_->slot_of_field[field];
    if (slot < 0) {
      field_text(at, end);
    } else if (layout_->slots[slot].category) {
      at = category_field(at, end, static_cast<std::size_t>(slot));
    } else {
      at = number_field(at, end, static_cast<std::size_t>(slot));
    }
    if ((*at == '\n') != (field == last)) throw_ragged(record, end, line);
    ++at;
  }
  ++line_;
  return at;
}

Field ParsedPiece::field_text(const char*& at, const char* end) {
  const Field field = next_field(at, end, layout_->format, scratch_, {layout_->source, line_});
  line_ += field.newlines;
  return field;
}

/// Most fields are plain numbers: parsing finds their end, and no second look is needed.
const char* ParsedPiece::number_field(const char* at, const char* end, std::size_t slot) {
  const CsvFormat& format = layout_->format;
  float& cell = numbers_[layout_->slots[slot].index * capacity_ + rows_];
  const char* first = at;
  if (format.trim)
    while (*first == ' ') ++first;
  if (!format.missing.has_numeric()) {
    const auto ends_here = [&](const char* stop) {
      return *stop == format.delimiter || *stop == '\n';
    };
    if (static_cast<std::size_t>(end - first) > kPlainDecimalReach) {
      const char* const stop = parse_plain_decimal(first, cell);
      if (stop != nullptr && ends_here(stop)) return stop;
    }
    float value = 0.0F;
    const auto [stop, status] = fast_float::from_chars(first, end, value);
    if (status == std::errc() && ends_here(stop) && std::isfinite(value)) {
      cell = value;
      return stop;
    }
  }
  const std::size_t line = line_;
  cell = number_of_token(field_text(at, end).text, line, notes_[slot]);
  return at;
}

float ParsedPiece::number_of_token(std::string_view token, std::size_t line,
                                   ColumnNotes& notes) const {
  if (layout_->format.missing.contains(token)) {
    ++notes.missing;
    return kMissing;
  }
  const ParsedNumber parsed = parse_number(token);
  if (parsed.kind == TokenKind::number) return parsed.value;
  if (parsed.kind == TokenKind::infinite) {
    note_first(notes.first_infinite, line, token);
  } else {
    note_first(notes.first_text, line, token);
    ++notes.texts;
  }
  return kMissing;
}

const char* ParsedPiece::category_field(const char* at, const char* end, std::size_t slot) {
  const std::size_t line = line_;
  const std::string_view token = field_text(at, end).text;
  const std::size_t index = layout_->slots[slot].index;
  std::int32_t& cell = codes_[index * capacity_ + rows_];
  ColumnNotes& notes = notes_[slot];
  if (layout_->format.missing.contains(token)) {
    ++notes.missing;
    cell = -1;
    return at;
  }
  const Dictionary& known = (*known_)[index];
  cell = known.find(token);
  if (cell >= 0) return at;
  Dictionary& fresh = fresh_[index];
  const std::size_t before = fresh.size();
  cell = static_cast<std::int32_t>(known.size()) + fresh.insert(token);
  if (fresh.size() > before) {  // the first of its kind in this piece: what kind is it?
    const TokenKind kind = parse_number(token).kind;
    if (kind == TokenKind::text) note_first(notes.first_text, line, token);
    if (kind == TokenKind::infinite) note_first(notes.first_infinite, line, token);
  }
  return at;
}

void ParsedPiece::throw_ragged(const char* record, const char* end, std::size_t line) {
  line_ = line;
  std::size_t fields = 1;
  const char* at = record;
  while (field_text(at, end), *at != '\n') {
    ++at;
    ++fields;
  }
  throw Error(ErrorCode::data,
              {fmt::format("{}, line {}", layout_->source, line), "",
               fmt::format("has {} field{}, but the header has {}", fields, fields == 1 ? "" : "s",
                           layout_->slot_of_field.size()),
               "Fix the line, quote fields that contain the delimiter, or check --delimiter"});
}

}  // namespace drfs
