// A delimited file in blocks of whole records, each cut into pieces that can be parsed
// independently. Where the cuts fall depends on the bytes alone.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/read/csv/byte_source.hpp"
#include "data/read/csv/csv_format.hpp"
#include "drfs/core.hpp"

namespace drfs {

struct BlockSizes {
  std::size_t block = std::size_t{8} << 20;
  std::size_t piece = std::size_t{512} << 10;
  std::size_t most_record = std::size_t{256} << 20;  ///< a longer record is a forgotten quote
};

/// Whole records; the text ends with '\n'.
struct CsvPiece {
  std::string_view text;
  std::size_t newlines = 0;
  std::size_t first_line = 0;  ///< of the file, from 1
};

class BlockReader {
 public:
  BlockReader(ByteSource& bytes, std::string source, const BlockSizes& sizes);

  /// The text at hand; where it is the whole rest of the file it ends with '\n'.
  std::string_view text() const;
  bool at_file_end() const { return file_ended_; }

  /// Takes the first `bytes` of the text away, which hold `newlines` newlines.
  void consume(std::size_t bytes, std::size_t newlines);

  /// The pieces of the next block, valid until the next call; none at the end of the file.
  const std::vector<CsvPiece>& next(const CsvFormat& format, const Context& context);

 private:
  void fill();
  void grow();
  void cut(const CsvFormat& format);
  void cut_at_newlines();
  void cut_at_records(const CsvFormat& format);
  void number_lines(const Context& context);
  void add_piece(const char* first, const char* last);

  ByteSource& bytes_;
  std::string source_;
  BlockSizes sizes_;
  std::unique_ptr<char[]> buffer_;  ///< not zeroed: small files touch little of it
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;  ///< of the text that is not yet consumed
  std::size_t end_ = 0;
  std::size_t line_ = 1;  ///< of the text's first byte
  bool file_ended_ = false;
  std::vector<CsvPiece> pieces_;
};

/// Throws where the beginning of a file is not text.
void check_is_text(const std::string& source, std::string_view beginning);

}  // namespace drfs
