#include "data/read/csv/csv_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/parallel.hpp"

namespace drfs {
namespace {

[[noreturn]] void throw_binary(const std::string& source, std::string_view beginning) {
  std::string remedy = "Give a CSV or TSV file in UTF-8";
  if (beginning.starts_with("\x1f\x8b")) remedy = "It is a gzip file: let its name end with .gz";
  if (beginning.starts_with("PK\x03\x04")) remedy = "It is a zip or Excel file: save it as CSV";
  if (beginning.starts_with("\xff\xfe") || beginning.starts_with("\xfe\xff"))
    remedy = "It is UTF-16: save it as UTF-8";
  throw Error(ErrorCode::data, {source, "", "is not a text table", remedy});
}

}  // namespace

void check_is_text(const std::string& source, std::string_view beginning) {
  const auto odd = std::ranges::count_if(beginning, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
  });
  const bool has_nul = beginning.find('\0') != std::string_view::npos;
  // Compressed or numeric data have one control byte in ten; text has hardly any.
  if (has_nul || static_cast<std::size_t>(odd) * 20 > beginning.size())
    throw_binary(source, beginning);
}

BlockReader::BlockReader(ByteSource& bytes, std::string source, const BlockSizes& sizes)
    : bytes_(bytes), source_(std::move(source)), sizes_(sizes), capacity_(sizes.block + 1) {
  buffer_ = std::make_unique_for_overwrite<char[]>(capacity_);
  fill();
}

std::string_view BlockReader::text() const {
  return {buffer_.get() + begin_, end_ - begin_};
}

void BlockReader::consume(std::size_t bytes, std::size_t newlines) {
  begin_ += bytes;
  line_ += newlines;
}

/// Keeps one byte free for the newline that a last line may lack.
void BlockReader::fill() {
  if (file_ended_) return;
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t wanted = capacity_ - 1 - end_;
  const std::size_t got = bytes_.read({buffer_.get() + end_, wanted});
  end_ += got;
  file_ended_ = got < wanted;
  if (file_ended_ && end_ > 0 && buffer_[end_ - 1] != '\n') buffer_[end_++] = '\n';
}

void BlockReader::grow() {
  if (capacity_ > sizes_.most_record)
    throw Error(ErrorCode::data,
                {fmt::format("{}, line {}", source_, line_), "",
                 fmt::format("begins a record of more than {} bytes", sizes_.most_record),
                 "A quote may be missing its end: close it, or double the quotes inside a quoted "
                 "field"});
  auto larger = std::make_unique_for_overwrite<char[]>(capacity_ * 2);
  std::memcpy(larger.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  capacity_ *= 2;
  buffer_ = std::move(larger);
  fill();
}

const std::vector<CsvPiece>& BlockReader::next(const CsvFormat& format, const Context& context) {
  pieces_.clear();
  fill();
  cut(format);
  while (pieces_.empty() && !file_ended_) {
    grow();
    cut(format);
  }
  number_lines(context);
  return pieces_;
}

void BlockReader::cut(const CsvFormat& format) {
  const bool has_quote = text().find('"') != std::string_view::npos;
  has_quote ? cut_at_records(format) : cut_at_newlines();
}

void BlockReader::add_piece(const char* first, const char* last) {
  if (first < last) pieces_.push_back({{first, last}, 0, 0});
}

void BlockReader::cut_at_newlines() {
  const std::string_view all = text();
  const std::size_t last_newline = all.rfind('\n');
  if (last_newline == std::string_view::npos) return;
  const char* at = all.data();
  const char* const end = at + last_newline + 1;
  while (at < end) {
    const std::size_t left = static_cast<std::size_t>(end - at);
    const char* stop = end;
    if (left > sizes_.piece) {
      const char* const from = at + sizes_.piece - 1;
      stop =
          static_cast<const char*>(std::memchr(from, '\n', static_cast<std::size_t>(end - from))) +
          1;
    }
    add_piece(at, stop);
    at = stop;
  }
  begin_ += last_newline + 1;
}

void BlockReader::cut_at_records(const CsvFormat& format) {
  const std::string_view all = text();
  const char* first = all.data();
  const char* at = first;
  const char* const end = first + all.size();
  while (const char* const stop = record_end(at, end, format)) {
    at = stop;
    if (static_cast<std::size_t>(at - first) < sizes_.piece) continue;
    add_piece(first, at);
    first = at;
  }
  add_piece(first, at);
  // A record that the file's end cuts off goes to the parser, whose message is exact.
  if (file_ended_) add_piece(at, end);
  begin_ += static_cast<std::size_t>((file_ended_ ? end : at) - all.data());
}

void BlockReader::number_lines(const Context& context) {
  parallel_for(pieces_.size(), context, [&](std::size_t i, std::size_t) {
    CsvPiece& piece = pieces_[i];
    piece.newlines = static_cast<std::size_t>(std::ranges::count(piece.text, '\n'));
    if (piece.text.find('\0') != std::string_view::npos) throw_binary(source_, piece.text);
  });
  for (auto& piece : pieces_) {
    piece.first_line = line_;
    line_ += piece.newlines;
  }
}

}  // namespace drfs
