#include "data/read/csv/csv_parser.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/number_text.hpp"
#include "data/read/csv/plain_decimal.hpp"
#include "data/utf8.hpp"

namespace drfs {
namespace {

void note_rounding(std::string_view token, float value, std::size_t line, ColumnNotes& notes) {
  if (std::abs(value) >= kWholeNumbersEnd && is_rounded_whole(token, value))
    notes.first_rounded.note(line, token);
}

}  // namespace

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
  for (const auto& slot : layout_->slots)
    if (slot.category) fresh_[slot.index].reset(slot.most_levels);
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
      note_rounding({first, stop}, value, line_, notes_[slot]);
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
  if (parsed.kind == TokenKind::number) {
    note_rounding(token, parsed.value, line, notes);
    return parsed.value;
  }
  if (parsed.kind == TokenKind::infinite) {
    notes.first_infinite.note(line, token);
  } else {
    ++notes.texts;
    notes.first_text.note(line, token);
    if (!is_utf8(token)) notes.first_not_utf8.note(line, token);
  }
  return kMissing;
}

const char* ParsedPiece::category_field(const char* at, const char* end, std::size_t slot) {
  const std::size_t line = line_;
  const std::string_view token = field_text(at, end).text;
  const std::size_t index = layout_->slots[slot].index;
  std::int32_t& cell = codes_[index * capacity_ + rows_];
  ColumnNotes& notes = notes_[slot];
  cell = -1;
  if (layout_->format.missing.contains(token)) {
    ++notes.missing;
    return at;
  }
  if (!layout_->slots[slot].declared && parse_number(token).kind == TokenKind::text) {
    ++notes.texts;
    notes.first_text.note(line, token);
  }
  const Dictionary& known = (*known_)[index];
  Dictionary& fresh = fresh_[index];
  if (known.gave_up() || fresh.gave_up()) return at;
  cell = known.find(token);
  if (cell >= 0) return at;
  const std::size_t before = fresh.size();
  cell = static_cast<std::int32_t>(known.size()) + fresh.insert(token);
  if (fresh.size() > before && !is_utf8(token)) notes.first_not_utf8.note(line, token);
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
