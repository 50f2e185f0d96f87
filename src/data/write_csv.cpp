// Writes a table as CSV that reads back bit for bit: shortest exact numbers, quotes where
// a text needs them, nothing for a missing value.
#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>

#include "data/number_text.hpp"
#include "data/read/csv/byte_source.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

/// Collects text and hands it to the file in large portions. zlib writes plain files as well.
class CsvOutput {
 public:
  explicit CsvOutput(const std::string& path)
      : path_(path),
        file_(::gzopen(path.c_str(), has_extension(path, ".gz") ? "wb" : "wbT"), &::gzclose) {
    if (!file_) fail("cannot be written");
    buffer_.reserve(kPortion + kSlack);
  }

  void text(std::string_view piece) {
    buffer_.append(piece);
    if (buffer_.size() >= kPortion) flush();
  }
  void number(float value) {
    char digits[kMostNumberChars];
    text({digits, static_cast<std::size_t>(write_number(digits, value) - digits)});
  }
  void close() {
    flush();
    if (::gzclose(file_.release()) != Z_OK) fail("cannot be written to its end");
  }

 private:
  static constexpr std::size_t kPortion = std::size_t{1} << 20;
  static constexpr std::size_t kSlack = 4096;

  void flush() {
    const std::size_t size = buffer_.size();
    if (size > 0 && ::gzfwrite(buffer_.data(), 1, size, file_.get()) != size)
      fail("cannot be written to its end");
    buffer_.clear();
  }
  [[noreturn]] void fail(const char* problem) const {
    throw Error(ErrorCode::resources,
                {path_, "", fmt::format("{}: {}", problem, std::strerror(errno)),
                 "Check the folder, its permissions and the room on the disk"});
  }

  std::string path_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
  std::string buffer_;
};

std::string quoted(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_of(",;\t\"\r\n") == std::string::npos &&
                     text.front() != ' ' && text.back() != ' ';
  if (plain) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace

void write_csv(const Table& table, const std::string& path) {
  CsvOutput out(path);
  // A lone missing value would make a blank line, which readers skip.
  const std::string_view missing = table.columns.size() == 1 ? "\"\"" : "";
  std::vector<std::vector<std::string>> levels(table.columns.size());
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    for (const auto& level : table.columns[c].levels) levels[c].push_back(quoted(level));
    out.text(quoted(table.columns[c].name));
    out.text(c + 1 < table.columns.size() ? "," : "\n");
  }
  for (std::size_t row = 0; row < table.rows; ++row) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const Column& column = table.columns[c];
      if (column.type == ColumnType::category) {
        out.text(column.codes[row] < 0 ? missing : levels[c][column.codes[row]]);
      } else if (std::isnan(column.number(row))) {
        out.text(missing);
      } else {
        out.number(column.number(row));
      }
      out.text(c + 1 < table.columns.size() ? "," : "\n");
    }
  }
  out.close();
}

}  // namespace drfs
