// The columns of a table while a file is read: takes parsed pieces in order, and at the
// end settles what type each column has.
#pragma once

#include <cstdint>
#include <vector>

#include "data/read/csv/csv_parser.hpp"
#include "drfs/data.hpp"

namespace drfs {

class CsvColumns {
 public:
  explicit CsvColumns(const CsvLayout& layout);

  const std::vector<Dictionary>& dictionaries() const { return dictionaries_; }
  std::size_t rows() const { return rows_; }

  /// Appends the first `count` pieces. `expected_rows` of the whole file says how much room to
  /// take when a column is full.
  void append(const std::vector<ParsedPiece>& pieces, std::size_t count, std::size_t expected_rows,
              const Context& context);

  /// Slots that were read as numbers and are mostly text: they need another pass.
  std::vector<std::size_t> misread_slots() const;

  /// Moves the columns, with levels sorted by name, into the table. Throws for a column of
  /// numbers with a few texts, for infinite numbers, and for texts that are not UTF-8.
  void finish(Table& table, const Context& context);

 private:
  void append_slot(std::size_t slot, const std::vector<ParsedPiece>& pieces, std::size_t count,
                   std::size_t new_rows, std::size_t expected_rows);
  std::vector<std::int32_t> merge_levels(const Dictionary& fresh, std::size_t index);
  bool gave_up(std::size_t slot) const;
  void check(std::size_t slot) const;
  void warn_of_rounding(std::size_t slot, const Context& context) const;

  const CsvLayout& layout_;
  std::size_t rows_ = 0;
  std::vector<Column> columns_;           ///< per slot
  std::vector<ColumnNotes> notes_;        ///< per slot
  std::vector<Dictionary> dictionaries_;  ///< per category slot
};

}  // namespace drfs
