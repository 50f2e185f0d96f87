// Files are there as a whole or not at all, and messages name the path.
#include "core/whole_file.hpp"

#include <gtest/gtest.h>

#include "cli/program.hpp"
#include "data/scratch_file.hpp"

namespace drfs {
namespace {

namespace fs = std::filesystem;
using testing::expect_error;

TEST(WriteFile, ReplacesWhatWasThereAndLeavesNothingBesideIt) {
  const TemporaryFolder folder;
  folder.write("a.txt", "a much longer text than what follows");
  write_file(folder / "a.txt", std::string("new\0\n", 5));
  EXPECT_EQ(read_file(folder / "a.txt"), std::string("new\0\n", 5));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / ""), {}), 1);
}

TEST(WriteFile, WhereTheFolderIsMissingThePathAndTheReasonAreNamed) {
  const TemporaryFolder folder;
  const auto path = folder / "absent/a.txt";
  expect_error(ErrorCode::resources,
               {path.string(), "cannot be written", "No such file", "Check the folder"},
               [&] { write_file(path, "x"); });
}

TEST(WriteFile, AFolderIsNotReplacedByAFile) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "a.txt/inside");
  expect_error(ErrorCode::resources, {"a.txt", "cannot be written"},
               [&] { write_file(folder / "a.txt", "x"); });
  EXPECT_TRUE(fs::is_directory(folder / "a.txt/inside"));
  EXPECT_FALSE(fs::exists(folder / "a.txt.part"));
}

TEST(ReadFile, AnEmptyFileIsAnEmptyText) {
  const TemporaryFolder folder;
  folder.write("empty.txt", "");
  EXPECT_EQ(read_file(folder / "empty.txt"), "");
}

TEST(ReadFile, SaysWhichFileCannotBeRead) {
  const TemporaryFolder folder;
  expect_error(ErrorCode::data, {"absent.txt", "cannot be read", "No such file"},
               [&] { read_file(folder / "absent.txt"); });
  fs::create_directories(folder / "folder");
  expect_error(ErrorCode::data, {"folder", "cannot be read", "it is a folder"},
               [&] { read_file(folder / "folder"); });
}

}  // namespace
}  // namespace drfs
