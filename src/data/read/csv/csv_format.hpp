// What a delimited text means: delimiter, quotes, spaces, missing markers. The scanner
// of one field and of one record end is here, so that cutting and parsing agree.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

/// Where a text stands, for messages.
struct CsvPlace {
  const std::string& source;
  std::size_t line = 0;
};

/// The empty field and the declared missing markers, with a quick no for most tokens.
class MissingMarkers {
 public:
  explicit MissingMarkers(const std::vector<std::string>& markers);
  bool contains(std::string_view token) const;
  bool has_numeric() const { return has_numeric_; }  ///< e.g. "-9": numbers must be compared too

 private:
  std::vector<std::string> markers_;
  std::array<bool, 256> first_byte_{};
  bool has_numeric_ = false;
};

struct CsvFormat {
  char delimiter = ',';
  bool trim = true;  ///< spaces around fields; not where the space is the delimiter
  MissingMarkers missing;
};

/// The delimiter that the options name, or "auto": the usual one of the file's extension unless
/// the header, which the text begins with, has none of it but tabs, semicolons or commas.
char choose_delimiter(const ReadOptions& options, char usual, std::string_view text);

/// One field: its text, and the newlines inside its quotes.
struct Field {
  std::string_view text;
  std::size_t newlines = 0;
};

/// Reads the field at `at` and moves `at` to the delimiter or the '\n' that ends it. The text
/// must end with '\n'. Doubled quotes are undone in `scratch`, which the result may view.
/// Throws where text follows a closing quote or a quote is never closed.
Field next_field(const char*& at, const char* end, const CsvFormat& format, std::string& scratch,
                 const CsvPlace& place);

/// Just past the '\n' that ends the record at `at`, or nullptr where the text ends before.
const char* record_end(const char* at, const char* end, const CsvFormat& format);

}  // namespace drfs
