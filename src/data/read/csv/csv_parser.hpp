// Parses one piece of a delimited file into columns of its own, to be appended to the
// table's columns in the order of the pieces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dictionary.hpp"
#include "data/read/csv/csv_blocks.hpp"
#include "data/read/csv/csv_layout.hpp"

namespace drfs {

class ParsedPiece {
 public:
  /// Codes below a known dictionary's size are its own; above, they count the fresh levels.
  void parse(const CsvPiece& piece, const CsvLayout& layout, const std::vector<Dictionary>& known);

  std::size_t rows() const { return rows_; }
  const float* numbers(std::size_t index) const { return numbers_.data() + index * capacity_; }
  const std::int32_t* codes(std::size_t index) const { return codes_.data() + index * capacity_; }
  const ColumnNotes& notes(std::size_t slot) const { return notes_[slot]; }
  const Dictionary& fresh(std::size_t index) const { return fresh_[index]; }

 private:
  void prepare(const CsvPiece& piece);
  const char* parse_record(const char* at, const char* end);
  const char* number_field(const char* at, const char* end, std::size_t slot);
  const char* category_field(const char* at, const char* end, std::size_t slot);
  Field field_text(const char*& at, const char* end);
  float number_of_token(std::string_view token, std::size_t line, ColumnNotes& notes) const;
  [[noreturn]] void throw_ragged(const char* record, const char* end, std::size_t line);

  const CsvLayout* layout_ = nullptr;
  const std::vector<Dictionary>* known_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t capacity_ = 0;
  std::size_t line_ = 0;
  std::vector<float> numbers_;       ///< column after column, capacity_ rows each
  std::vector<std::int32_t> codes_;  ///< likewise
  std::vector<ColumnNotes> notes_;   ///< per slot
  std::vector<Dictionary> fresh_;    ///< per category slot
  std::string scratch_;
};

}  // namespace drfs
