#include "data/read/csv/csv_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "data/number_text.hpp"
#include "data/utf8.hpp"

namespace drfs {
namespace {

constexpr std::string_view kForbiddenDelimiters = "\"\r\n.+-_";

char parse_delimiter(const std::string& name) {
  if (name == "tab" || name == "\\t") return '\t';
  const bool usable = name.size() == 1 && std::isalnum(static_cast<unsigned char>(name[0])) == 0 &&
                      kForbiddenDelimiters.find(name[0]) == std::string_view::npos;
  if (!usable)
    throw Error(ErrorCode::usage,
                {"option --delimiter", name, "is not a delimiter",
                 "Give auto, tab, or one character such as ',' or ';' that is no letter, digit, "
                 "sign or quote"});
  return name[0];
}

/// The header without its quoted fields, for any of the delimiters that are guessed.
std::string outside_quotes(std::string_view text) {
  std::string header;
  bool quoted = false;
  bool may_open = true;  // at the start of a field, or where a quote is doubled
  for (const char c : text) {
    if (c == '\n' && !quoted) break;
    if (c == '"' && (quoted || may_open)) {
      quoted = !quoted;
      may_open = true;
    } else if (!quoted) {
      header += c;
      may_open = c == ',' || c == ';' || c == '\t' || (c == ' ' && may_open);
    }
  }
  return header;
}

const char* find_field_end(const char* at, char delimiter) {
  while (*at != delimiter && *at != '\n') ++at;
  return at;
}

std::string_view trimmed(const char* first, const char* last, const CsvFormat& format) {
  if (last > first && *last == '\n' && last[-1] == '\r') --last;
  while (format.trim && last > first && last[-1] == ' ') --last;
  return {first, static_cast<std::size_t>(last - first)};
}

[[noreturn]] void throw_unclosed(const CsvPlace& place) {
  throw Error(ErrorCode::data, {fmt::format("{}, line {}", place.source, place.line), "",
                                "has a quote that is never closed",
                                "Close it, or double the quotes inside a quoted field"});
}

/// `at` stands just after the opening quote.
Field quoted_field(const char*& at, const char* end, const CsvFormat& format, std::string& scratch,
                   const CsvPlace& place) {
  Field field;
  const char* piece = at;
  bool doubled = false;
  while (true) {
    const auto* const quote =
        static_cast<const char*>(std::memchr(at, '"', static_cast<std::size_t>(end - at)));
    if (quote == nullptr) throw_unclosed(place);
    field.newlines += static_cast<std::size_t>(std::count(at, quote, '\n'));
    at = quote + 1;
    const bool again = at < end && *at == '"';
    if (!doubled && !again) {
      field.text = {piece, static_cast<std::size_t>(quote - piece)};
      break;
    }
    if (!doubled) scratch.clear();
    doubled = true;
    scratch.append(piece, again ? at : quote);
    if (!again) {
      field.text = scratch;
      break;
    }
    piece = ++at;
  }
  while (at < end && (*at == '\r' || (format.trim && *at == ' '))) ++at;
  if (at == end) throw_unclosed(place);
  if (*at != format.delimiter && *at != '\n')
    throw Error(
        ErrorCode::data,
        {fmt::format("{}, line {}", place.source, place.line + field.newlines), shown(field.text),
         "is followed by text after its closing quote", "Double the quotes inside a quoted field"});
  return field;
}

}  // namespace

MissingMarkers::MissingMarkers(const std::vector<std::string>& markers) : markers_(markers) {
  for (const auto& marker : markers_) {
    if (marker.empty()) continue;
    first_byte_[static_cast<unsigned char>(marker[0])] = true;
    if (parse_number(marker).kind != TokenKind::text) has_numeric_ = true;
  }
}

bool MissingMarkers::contains(std::string_view token) const {
  if (token.empty()) return true;
  if (!first_byte_[static_cast<unsigned char>(token[0])]) return false;
  return std::ranges::any_of(markers_, [&](const auto& marker) { return marker == token; });
}

char choose_delimiter(const ReadOptions& options, char usual, std::string_view text) {
  if (options.delimiter != "auto") return parse_delimiter(options.delimiter);
  const std::string header = outside_quotes(text);
  for (const char delimiter : {usual, '\t', ';', ','})
    if (header.find(delimiter) != std::string::npos) return delimiter;
  return usual;
}

Field next_field(const char*& at, const char* end, const CsvFormat& format, std::string& scratch,
                 const CsvPlace& place) {
  if (format.trim)
    while (*at == ' ') ++at;
  if (*at == '"') return quoted_field(++at, end, format, scratch, place);
  const char* const first = at;
  at = find_field_end(at, format.delimiter);
  return {trimmed(first, at, format), 0};
}

const char* record_end(const char* at, const char* end, const CsvFormat& format) {
  while (at < end) {  // one field a turn
    while (format.trim && at < end && *at == ' ') ++at;
    if (at < end && *at == '"') {
      ++at;
      while (true) {
        at = static_cast<const char*>(std::memchr(at, '"', static_cast<std::size_t>(end - at)));
        if (at == nullptr || ++at == end) return nullptr;
        if (*at != '"') break;
        ++at;
      }
    }
    while (at < end && *at != format.delimiter && *at != '\n') ++at;
    if (at == end) return nullptr;
    if (*at++ == '\n') return at;
  }
  return nullptr;
}

}  // namespace drfs
