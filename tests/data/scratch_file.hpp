// Files for the tests of the data stage, gone when the test is over; and the shorthand
// to read a text as a table with blocks so small that it spans many of them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/read/csv/csv_reader.hpp"
#include "drfs/data.hpp"

namespace drfs::testing {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& text = "", const std::string& extension = ".csv") {
    static std::atomic<int> count{0};
    path_ =
        std::filesystem::temp_directory_path() / ("drfs_data_test_" + std::to_string(::getpid()) +
                                                  "_" + std::to_string(count++) + extension);
    if (extension.ends_with(".gz")) {
      gzFile file = ::gzopen(path_.c_str(), "wb");
      ::gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
      ::gzclose(file);
    } else {
      write_raw(text);
    }
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { std::filesystem::remove(path_); }

  void write_raw(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }
  std::string raw() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline Context with_threads(int threads) {
  Context context;
  context.threads = threads;
  return context;
}

/// Keeps what is logged.
struct Logged {
  Context context;
  std::string text;
  Logged() {
    context.on_log = [this](Severity severity, std::string_view message) {
      text += severity == Severity::warning ? "warning: " : "info: ";
      text += message;
      text += "\n";
    };
  }
};

inline Table read_text(const std::string& text, const ReadOptions& options = {},
                       const ColumnPlan& plan = {}) {
  const ScratchFile file(text);
  return read_table(file.path(), options, plan, {});
}

inline Table read_in_blocks(const std::string& text, std::size_t block, std::size_t piece,
                            int threads, const std::string& extension = ".csv",
                            const ColumnPlan& plan = {}) {
  const ScratchFile file(text, extension);
  return read_delimited(file.path(), {',', extension.ends_with(".gz")}, {}, plan,
                        with_threads(threads), {block, piece, std::size_t{1} << 20});
}

inline bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

inline void expect_same_table(const Table& a, const Table& b) {
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.too_many_levels, b.too_many_levels);
  ASSERT_EQ(a.names(), b.names());
  for (std::size_t c = 0; c < a.columns.size(); ++c) {
    SCOPED_TRACE(a.columns[c].name);
    EXPECT_EQ(a.columns[c].type, b.columns[c].type);
    EXPECT_TRUE(same_bits(a.columns[c].numbers, b.columns[c].numbers));
    EXPECT_EQ(a.columns[c].codes, b.columns[c].codes);
    EXPECT_EQ(a.columns[c].levels, b.columns[c].levels);
  }
}

inline const Column& column_of(const Table& table, std::string_view name) {
  const auto at = std::ranges::find(table.columns, name, &Column::name);
  if (at == table.columns.end()) throw std::out_of_range("no column of this name");
  return *at;
}

/// The texts of a category column, "·" where missing.
inline std::vector<std::string> texts_of(const Column& column) {
  std::vector<std::string> out;
  for (const auto code : column.codes) out.push_back(code < 0 ? "·" : column.levels[code]);
  return out;
}

/// Expects an Error of this code whose message has all the parts.
template <class Action>
void expect_error(ErrorCode code, const std::vector<std::string>& parts, Action&& action) {
  try {
    action();
    ADD_FAILURE() << "no error was thrown";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.code(), code) << message;
    for (const auto& part : parts)
      EXPECT_NE(message.find(part), std::string::npos) << "'" << part << "' is not in: " << message;
  }
}

}  // namespace drfs::testing
