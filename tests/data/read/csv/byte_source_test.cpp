// Bytes of plain and packed files: the same whatever the buffers, and what cannot be read is named.
#include "data/read/csv/byte_source.hpp"

#include <gtest/gtest.h>

#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using drfs::testing::expect_error;
using drfs::testing::ScratchFile;

std::string read_all(ByteSource& bytes, std::size_t buffer_size) {
  std::string all, buffer(buffer_size, '\0');
  while (true) {
    const std::size_t got = bytes.read(buffer);
    all += buffer.substr(0, got);
    // Fewer bytes than were asked for mean the end, and it stays the end.
    if (got < buffer_size) {
      EXPECT_EQ(bytes.read(buffer), 0U);
      return all;
    }
  }
}

std::string some_text(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i) text += std::to_string(i * i % 1013) + ",";
  return text.substr(0, size);
}

TEST(ByteSource, GivesTheBytesWhateverTheBuffer) {
  for (const std::size_t size : {0, 1, 7, 64, 1000}) {
    const std::string text = some_text(size);
    for (const char* extension : {".csv", ".csv.gz"}) {
      const ScratchFile file(text, extension);
      for (const std::size_t buffer : {1, 7, 64, 4096}) {
        const auto bytes = open_bytes(file.path(), std::string(extension).ends_with(".gz"));
        EXPECT_EQ(read_all(*bytes, buffer), text) << extension << " " << buffer;
      }
    }
  }
}

TEST(ByteSource, CountsWhatIsStoredNotWhatIsUnpacked) {
  const std::string text = some_text(300000);
  for (const char* extension : {".csv", ".csv.gz"}) {
    const ScratchFile file(text, extension);
    const auto stored = std::filesystem::file_size(file.path());
    const auto bytes = open_bytes(file.path(), extension[4] != '\0');
    EXPECT_EQ(bytes->stored_bytes(), stored);
    std::string buffer(1000, '\0');
    std::uint64_t before = 0;
    while (bytes->read(buffer) == buffer.size()) {
      EXPECT_GE(bytes->stored_bytes_done(), before);
      before = bytes->stored_bytes_done();
      EXPECT_LE(before, stored);
    }
    EXPECT_EQ(bytes->stored_bytes_done(), stored) << extension;
  }
}

TEST(ByteSource, PackedFilesPutTogetherAreOne) {
  // As `cat a.gz b.gz` and some loggers make them.
  const ScratchFile one("a,b\n1,2\n", ".csv.gz"), other("3,4\n", ".csv.gz"), both("", ".csv");
  both.write_raw(one.raw() + other.raw());
  EXPECT_EQ(read_all(*open_bytes(both.path(), true), 5), "a,b\n1,2\n3,4\n");
}

TEST(ByteSource, WhatCannotBeReadIsNamedWithAReason) {
  expect_error(ErrorCode::data, {"/nowhere/a.csv", "does not exist", "Check the path"},
               [] { open_bytes("/nowhere/a.csv", false); });
  for (const bool gzip : {false, true})
    expect_error(ErrorCode::data, {"/tmp", "is a directory", "Give a file"},
                 [&] { open_bytes("/tmp", gzip); });
  const ScratchFile plain("a,b\n1,2\n");
  expect_error(ErrorCode::data, {plain.path(), "is not a gzip file", "Take .gz off its name"},
               [&] { read_all(*open_bytes(plain.path(), true), 100); });
}

TEST(ByteSource, EveryShorterPackedFileEndsTooEarly) {
  const ScratchFile packed(some_text(200), ".csv.gz"), cut("", ".csv");
  const std::string whole = packed.raw();
  // From the end of the header on: before, it is not even known to be gzip.
  for (std::size_t size = 18; size < whole.size(); ++size) {
    cut.write_raw(whole.substr(0, size));
    expect_error(ErrorCode::data, {cut.path(), "ends too early", "again"},
                 [&] { read_all(*open_bytes(cut.path(), true), 64); });
  }
}

TEST(HasExtension, LooksAtTheEndInAnyCase) {
  EXPECT_TRUE(has_extension("a.csv", ".csv"));
  EXPECT_TRUE(has_extension("A.Csv.GZ", ".csv.gz"));
  EXPECT_TRUE(has_extension(".csv", ".csv"));
  EXPECT_FALSE(has_extension("csv", ".csv"));
  EXPECT_FALSE(has_extension("a.csv.gz", ".csv"));
  EXPECT_FALSE(has_extension("a.csvx", ".csv"));
  EXPECT_FALSE(has_extension("", ".csv"));
}

}  // namespace
}  // namespace drfs
