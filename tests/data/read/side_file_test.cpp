// Small tables beside the data: texts stay texts, and labels find their features.
#include "data/read/side_file.hpp"

#include <gtest/gtest.h>

#include "data/prepare/labels.hpp"
#include "data/read/file_names.hpp"
#include "data/scratch_file.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;

TEST(SideFile, TextsStayAsTheyAreWritten) {
  const ScratchFile file("feature,cost,note\n007,1.50,\n1e3,2,1\n5.0,3,2\n");
  const Table table = read_side_file(file.path(), {"feature", "absent"}, {});
  EXPECT_EQ(texts_of(column_of(table, "feature")), (Strings{"007", "1e3", "5.0"}));
  EXPECT_EQ(column_of(table, "cost").numbers, (std::vector<float>{1.5F, 2, 3}));
  EXPECT_EQ(column_of(table, "note").type, ColumnType::number);
}

TEST(SideFile, TheTextOfAGapIsEmpty) {
  const ScratchFile file("label,x\n5,1\n,2\n\"a, b\",3\n");
  const Table table = read_side_file(file.path(), {"label"}, {});
  const Column& label = column_of(table, "label");
  EXPECT_EQ(text_of(label, 0), "5");
  EXPECT_EQ(text_of(label, 1), "");
  EXPECT_EQ(text_of(label, 2), "a, b");
}

Dataset dataset_of(const Strings& names) {
  Dataset data;
  for (const auto& name : names) {
    data.features.emplace_back().name = name;
    data.features.back().label = "old";
  }
  return data;
}

TEST(ApplyLabels, AFeatureMayBeCalledByANumberAndALabelBeOne) {
  const ScratchFile file("label,column\n42,7\nseven,07\nwhat?,z\n43,u\n");
  Dataset data = dataset_of({"7", "07", "other"});
  apply_labels(data, file.path(), {});
  EXPECT_EQ(data.features[0].label, "42");
  EXPECT_EQ(data.features[1].label, "seven");
  EXPECT_EQ(data.features[2].label, "old");  // of which the file says nothing
}

TEST(ApplyLabels, TheLastLineOfAColumnCounts) {
  const ScratchFile file("column,label\na,one\na,two\nb,\n");
  Dataset data = dataset_of({"a", "b"});
  apply_labels(data, file.path(), {});
  EXPECT_EQ(data.features[0].label, "two");
  EXPECT_EQ(data.features[1].label, "");  // said to have none
}

TEST(ApplyLabels, WithoutAFileNothingChangesAndAWrongOneIsNamed) {
  Dataset data = dataset_of({"a"});
  apply_labels(data, "", {});
  EXPECT_EQ(data.features[0].label, "old");
  const ScratchFile file("column,text\na,b\n");
  expect_error(ErrorCode::data, {"--labels", file.path(), "no column 'label'", "column,label"},
               [&] { apply_labels(data, file.path(), {}); });
  expect_error(ErrorCode::data, {"/nowhere.csv", "does not exist"},
               [&] { apply_labels(data, "/nowhere.csv", {}); });
}

TEST(ApplyLabels, NamesAndLabelsMayLookLikeNumbers) {
  Dataset data = dataset_of({"7", "8", "age"});
  const ScratchFile file("column,label\n7,Seven\n8,\"1,5\"\nage,12\n");
  apply_labels(data, file.path(), {});
  EXPECT_EQ(data.features[0].label, "Seven");
  EXPECT_EQ(data.features[1].label, "1,5");
  EXPECT_EQ(data.features[2].label, "12");
}

TEST(DataTitle, NamesThreeFilesOrTwoAndTheNumberOfOthers) {
  EXPECT_EQ(data_title("a.csv"), "a.csv");
  EXPECT_EQ(data_title(Strings{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(data_title(Strings{"a", "b", "c", "d"}), "a, b and 2 more");
  EXPECT_EQ(data_title(Strings(100, "a")), "a, a and 98 more");
}

TEST(FileNames, AreDifferentWhateverThePaths) {
  EXPECT_EQ(file_names({"/a", "/b/a", "/c/b/a"}), (Strings{"/a", "/b/a", "c/b/a"}));
  EXPECT_EQ(file_names({"x/../a.csv", "b.csv"}), (Strings{"a", "b"}));
  expect_error(ErrorCode::usage, {"DATA", "'x/../a.csv' is named twice", "Name each file once"},
               [] {
                 file_names({"a.csv", "x/../a.csv"});
               });
}

}  // namespace
}  // namespace drfs
