// Several files as one table: columns by name, types settled, @file, and what is refused.
#include <fmt/format.h>

#include "data/read/file_names.hpp"
#include "data/read/stat_writer.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;

/// A folder of files, gone when the test is over.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "drfs-files-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string write(const std::string& name, const std::string& text) const {
    const auto path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  std::filesystem::path path_;
};

ColumnPlan by_file(ColumnPlan plan = {}) {
  plan.categorical.emplace_back(kFileColumn);
  plan.required.emplace_back(kFileColumn);
  return plan;
}

Table read(const Strings& files, const ColumnPlan& plan = {}, const Context& context = {}) {
  return read_table(files, {}, plan, context);
}

TEST(SeveralFiles, RowsAreAppendedAndColumnsMatchedByName) {
  const Folder folder;
  const Strings files = {folder.write("a.csv", "x,town\n1,Ulm\n2,Bonn\n"),
                         folder.write("b.tsv", "town\tx\nUlm\t3\nAalen\t\n")};
  Table whole = read_text("x,town\n1,Ulm\n2,Bonn\n3,Ulm\n,Aalen\n");
  expect_same_table(read(files), whole);
  expect_same_table(read({files[1], files[0]}), whole);
  EXPECT_EQ(read(files).source, files[0] + ", " + files[1]);
}

TEST(SeveralFiles, FormatsMayBeMixed) {
  const Folder folder;
  const WrittenVariable sex = {"sex", {1, 2}, {}, "Sex", {{1, "m"}, {2, "f"}}};
  const Strings files = {folder.write("a.csv", "sex,x\nf,1\nm,2\n"),
                         folder.write("b.sav", stat_bytes(".sav", {sex, {"x", {3, 4}, {}}}))};
  const Table table = read(files, {{}, {}, {"sex"}});
  EXPECT_EQ(texts_of(column_of(table, "sex")), (Strings{"f", "m", "m", "f"}));
  EXPECT_EQ(column_of(table, "sex").label, "Sex");
  EXPECT_EQ(column_of(table, "x").numbers, (std::vector<float>{1, 2, 3, 4}));
}

TEST(SeveralFiles, TheFileIsAColumnWhereItIsAskedFor) {
  const Folder folder;
  const Strings files = {folder.write("a.csv.gz.csv", "x\n1\n2\n"),
                         folder.write("b.csv", "x\n3\n")};
  EXPECT_EQ(texts_of(column_of(read(files, by_file()), "@file")),
            (Strings{"a.csv.gz", "a.csv.gz", "b"}));
  EXPECT_EQ(read(files).names(), Strings{"x"});
  EXPECT_EQ(texts_of(column_of(read({files[1]}, by_file()), "@file")), Strings{"b"});
}

TEST(SeveralFiles, AFileIsCalledByAsMuchOfItsPathAsTellsItApart) {
  EXPECT_EQ(file_names({"a/cleveland.csv", "b/hungary.sav"}), (Strings{"cleveland", "hungary"}));
  EXPECT_EQ(file_names({"x.csv.gz", "y.TSV.GZ", "synth:1?rows=30"}),
            (Strings{"x", "y", "synth:1?rows=30"}));
  EXPECT_EQ(file_names({"1/a/data.csv", "2/a/data.csv", "b/data.csv", "other.csv"}),
            (Strings{"1/a/data", "2/a/data", "b/data", "other"}));
  EXPECT_EQ(file_names({"q/a.csv", "q/a.sav"}), (Strings{"a.csv", "a.sav"}));
  EXPECT_EQ(file_names({"q/a.csv", "q/a.csv.csv", "q/a.sav"}),
            (Strings{"a.csv", "a.csv.csv", "a.sav"}));
  expect_error(ErrorCode::usage, {"'./a.csv'", "named twice"}, [] {
    file_names({"a.csv", "./a.csv"});
  });
}

TEST(SeveralFiles, WhatIsTextInOneFileIsTextInAllAsItIsWritten) {
  const Folder folder;
  const Strings files = {folder.write("a.csv", "zip,x\n01234,1\n1.50,2\n"),
                         folder.write("b.csv", "zip,x\nAB1,3\nCD2,4\n")};
  Logged log;
  const Table table = read(files, {}, log.context);
  EXPECT_EQ(texts_of(table.columns[0]), (Strings{"01234", "1.50", "AB1", "CD2"}));
  EXPECT_NE(
      log.text.find("warning: column 'zip' is text in " + files[1] + " and numbers in " + files[0]),
      std::string::npos)
      << log.text;
}

TEST(SeveralFiles, AColumnWithoutValuesTakesTheTypeOfTheOthers) {
  const Folder folder;
  const Strings files = {folder.write("a.csv", "town,x\n,1\n,2\n"),
                         folder.write("b.csv", "town,x\nUlm,3\n")};
  Logged log;
  EXPECT_EQ(texts_of(read(files, {}, log.context).columns[0]), (Strings{"·", "·", "Ulm"}));
  EXPECT_EQ(log.text, "");
}

TEST(SeveralFiles, AColumnThatAFileLacksIsMissingThereWithARemark) {
  const Folder folder;
  const Strings files = {folder.write("a.csv", "x,age\n1,30\n"),
                         folder.write("b.csv", "x,town\n2,Ulm\n")};
  Logged log;
  const Table table = read(files, {}, log.context);
  EXPECT_TRUE(same_bits(column_of(table, "age").numbers, {30, kMissing}));
  EXPECT_EQ(texts_of(column_of(table, "town")), (Strings{"·", "Ulm"}));
  EXPECT_NE(log.text.find(files[1] + ": columns of other files are missing here: age\n"),
            std::string::npos)
      << log.text;
  EXPECT_EQ(read(files, {{}, {"age"}, {}}).names(), (Strings{"x", "town"}));
}

TEST(SeveralFiles, LevelsAreCountedOverAllFiles) {
  const Folder folder;
  const Strings files = {folder.write("a.csv", "id,x\na,1\nb,2\n"),
                         folder.write("b.csv", "id,x\nb,1\nc,2\n")};
  EXPECT_EQ(read(files, {{}, {}, {}, 3, ""}).too_many_levels, Strings{});
  EXPECT_EQ(read(files, {{}, {}, {}, 2, ""}).too_many_levels, Strings{"id"});
  EXPECT_EQ(read(files, {{}, {}, {}, 1, ""}).too_many_levels, Strings{"id"});
  EXPECT_EQ(read(files, {{}, {}, {"id"}, 1, ""}).columns[0].levels, (Strings{"a", "b", "c"}));
}

TEST(SeveralFiles, WhatCannotBePutTogetherIsRefusedByName) {
  const Folder folder;
  const std::string a = folder.write("a.csv", "x,y\n1,2\n"),
                    b = folder.write("b.csv", "x,z\n1,2\n"), c = folder.write("c.csv", "u\n1\n"),
                    d = folder.write("d.csv", "@file\n1\n");
  ColumnPlan target;
  target.target = "y";
  target.required = {"y"};
  expect_error(ErrorCode::data, {b, "'y' is not a column of this file"}, [&] {
    read({a, b}, target);
  });
  expect_error(ErrorCode::data, {c + ": has no column of " + a}, [&] { read({c, a}); });
  expect_error(ErrorCode::usage, {"'zz'", "is not known"}, [&] { read({a, b}, {{"zz"}, {}, {}}); });
  expect_error(ErrorCode::usage, {"named twice"}, [&] { read({a, b, a}); });
  expect_error(ErrorCode::data, {d, "'@file'", "Rename"}, [&] { read({d}, by_file()); });
  expect_error(ErrorCode::usage, {"DATA", "missing"}, [&] { read({}); });
}

TEST(SeveralFiles, AtFileIsAPopulationAndNothingElse) {
  const Folder folder;
  const std::string a = folder.write("a.csv", "x,y\n1,2\n");
  DatasetOptions good;
  good.target = "y";
  good.population = {"@file"};
  EXPECT_NO_THROW(read({a}, plan_columns(good)));
  const auto refused = [&](auto change) {
    DatasetOptions options = good;
    change(options);
    expect_error(ErrorCode::usage, {"'@file'", "--population only"},
                 [&] { plan_columns(options); });
  };
  refused([](auto& o) { o.target = "@file"; });
  refused([](auto& o) { o.features = {"x", "@file"}; });
  refused([](auto& o) { o.drop = {"@file"}; });
  refused([](auto& o) { o.categorical = {"@file"}; });
  good.population = {"@fiel"};
  for (const Strings& files : {Strings{a}, Strings{a, folder.write("b.csv", "x,y\n1,2\n")}})
    expect_error(ErrorCode::usage, {"'@fiel'", "Known: @file, x, y"},
                 [&] { read(files, plan_columns(good)); });
}

}  // namespace
}  // namespace drfs
