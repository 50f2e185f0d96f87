// How the columns of a delimited file are read: which fields are kept, as numbers or as
// text, and what is noted about each column on the way.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/read/csv/csv_format.hpp"

namespace drfs {

/// A kept column of the file.
struct CsvSlot {
  std::string name;
  bool declared = false;        ///< the plan says that it is a category
  bool category = false;        ///< read as text in this pass
  std::size_t most_levels = 0;  ///< with more, it is not stored; 0: no limit
  std::size_t index = 0;        ///< among the slots of its kind
};

struct CsvLayout {
  std::string source;
  CsvFormat format;
  std::vector<std::int32_t> slot_of_field;  ///< -1: not kept
  std::vector<CsvSlot> slots;
  std::size_t number_slots = 0;
  std::size_t category_slots = 0;

  /// Numbers the slots of each kind.
  void index_slots();
};

struct NotedToken {
  std::size_t line = 0;  ///< 0: none
  std::string value;     ///< as shown in messages

  /// Keeps what is noted already.
  void note(std::size_t at_line, std::string_view token);
};

/// What was seen in a column besides its values.
struct ColumnNotes {
  std::size_t missing = 0;
  std::size_t texts = 0;  ///< tokens that are no numbers, unless it is a declared category
  NotedToken first_text;
  NotedToken first_infinite;
  NotedToken first_rounded;  ///< a whole number that a float cannot hold
  NotedToken first_not_utf8;

  /// Adds the notes of what follows.
  void append(const ColumnNotes& later);

  /// Half of the values or more: then the column is text, not numbers with mistakes.
  bool mostly_text(std::size_t rows) const;
};

}  // namespace drfs
