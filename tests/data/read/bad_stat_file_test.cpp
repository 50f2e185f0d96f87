// A file of SPSS, Stata or SAS that cannot be read ends in an Error that names it.
#include <random>

#include "data/read/stat_writer.hpp"

namespace drfs {
namespace {

using namespace testing;

constexpr const char* kExtensions[] = {".sav", ".zsav", ".por", ".dta", ".sas7bdat"};

std::vector<WrittenVariable> some_variables() {
  WrittenVariable a = {"A", {}, {}, "A number", {{1, "one"}}}, b = {"B", {}, {}};
  for (int i = 0; i < 300; ++i) {
    a.numbers.push_back(i % 7 + 0.25);
    b.texts.push_back(i % 2 == 0 ? "even" : "odd");
  }
  return {a, b};
}

void read(const std::string& path) {
  read_table(path, {}, {}, {});
}

TEST(BadStatFile, AMissingAnEmptyAndAnUnknownFile) {
  for (const char* extension : kExtensions) {
    SCOPED_TRACE(extension);
    const std::string path = std::string("/no/such/file") + extension;
    expect_error(ErrorCode::data, {path, "does not exist"}, [&] { read(path); });
    const ScratchFile file("", extension);
    expect_error(ErrorCode::data, {file.path(), "is empty"}, [&] { read(file.path()); });
    file.write_raw("age,sex\n31,f\n42,m\n");
    expect_error(ErrorCode::data, {file.path(), "is not a file of", ".csv"},
                 [&] { read(file.path()); });
  }
}

TEST(BadStatFile, AFileThatEndsTooEarlyIsRefusedWhereverItEnds) {
  for (const char* extension : kExtensions) {
    SCOPED_TRACE(extension);
    const std::string bytes = stat_bytes(extension, some_variables());
    const ScratchFile file("", extension);
    for (const double share : {0.01, 0.1, 0.3, 0.6, 0.9}) {
      file.write_raw(bytes.substr(0, static_cast<std::size_t>(share * double(bytes.size()))));
      expect_error(ErrorCode::data, {file.path()}, [&] { read(file.path()); });
    }
  }
}

TEST(BadStatFile, RandomBytesAreRefused) {
  std::mt19937 random(5);
  for (const char* extension : kExtensions) {
    SCOPED_TRACE(extension);
    const ScratchFile file("", extension);
    for (int i = 0; i < 50; ++i) {
      std::string bytes(2000, '\0');
      for (char& byte : bytes) byte = static_cast<char>(random());
      file.write_raw(bytes);
      expect_error(ErrorCode::data, {file.path()}, [&] { read(file.path()); });
    }
  }
}

TEST(BadStatFile, DamageGivesATableOrAnError) {
  std::mt19937 random(7);
  for (const char* extension : {".sav", ".dta", ".sas7bdat"}) {
    SCOPED_TRACE(extension);
    const std::string good = stat_bytes(extension, some_variables());
    const ScratchFile file("", extension);
    for (int i = 0; i < 200; ++i) {
      std::string bytes = good;
      for (int edit = 0; edit < 4; ++edit)
        bytes[random() % std::min<std::size_t>(bytes.size(), 4000)] = static_cast<char>(random());
      file.write_raw(bytes);
      try {
        const Table table = read_table(file.path(), {}, {}, {});
        for (const auto& column : table.columns)
          EXPECT_EQ(table.rows, column.numbers.size() + column.codes.size());
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(file.path()), std::string::npos) << error.what();
      }
    }
  }
}

TEST(BadStatFile, NoRowsTwoOfANameAndAnUnknownName) {
  ScratchFile file(stat_bytes(".sav", {{"a", {}, {}}}), ".sav");
  expect_error(ErrorCode::data, {file.path(), "has variables but no rows"},
               [&] { read(file.path()); });
  file.write_raw(stat_bytes(".dta", {{"age", {1, 2}, {}}, {"age", {1, 2}, {}}}));
  const ScratchFile twice(file.raw(), ".dta");
  expect_error(ErrorCode::data, {"column 2", "'age'", "earlier column"},
               [&] { read(twice.path()); });
  file.write_raw(stat_bytes(".sav", {{"income", {1, 2}, {}}}));
  expect_error(ErrorCode::usage, {"'incme'", "Did you mean 'income'?"}, [&] {
    read_table(file.path(), {}, {{"incme"}, {}, {}}, {});
  });
}

TEST(BadStatFile, ANumberThatIsTooLargeIsNamedWithItsPlace) {
  const ScratchFile file(stat_bytes(".sav", {{"a", {1, 1e300}, {}}}), ".sav");
  expect_error(ErrorCode::data, {file.path(), "row 2, column 'a'", "1e+300", "--drop a"},
               [&] { read(file.path()); });
}

}  // namespace
}  // namespace drfs
