// UCI Adult: what its lines become, what is refused, and the real files where they are at hand.
#include <numeric>

#include "data/scratch_file.hpp"
#include "drfs/public_data.hpp"
#include "paper/data_folder.hpp"

namespace drfs {
namespace {

using namespace testing;
using Strings = std::vector<std::string>;
using Numbers = std::vector<float>;

const std::string kData =
    "39, State-gov, 77516, Bachelors, 13, Never-married, Adm-clerical, Not-in-family, White, Male, "
    "2174, 0, 40, United-States, <=50K\n"
    "52, ?, 209642, HS-grad, 9, Widowed, ?, Wife, Black, Female, 0, 7, 45, ?, >50K\n\n";
const std::string kTest =
    "|1x3 Cross validator\n"
    "25, Private, 226802, 11th, 7, Divorced, Sales, Own-child, Other, Male, 0, 0, 40, Peru, "
    ">50K.\n\n";

std::size_t features_of(const Table& table) {
  return static_cast<std::size_t>(
      std::ranges::count(table.columns, ColumnType::number, &Column::type));
}

TEST(Adult, JoinsBothFilesInTheirOrder) {
  const DataFolder folder;
  folder.write("adult.data", kData);
  folder.write("adult.test", kTest);
  const Table table = read_adult(folder.path());
  EXPECT_EQ(table.rows, 3U);
  EXPECT_EQ(features_of(table), 44U);
  EXPECT_EQ(table.columns.size(), 46U);
  EXPECT_EQ(column_of(table, "age").numbers, (Numbers{39, 52, 25}));
  EXPECT_EQ(column_of(table, "education-num").numbers, (Numbers{13, 9, 7}));
  EXPECT_EQ(column_of(table, "capital-loss").numbers, (Numbers{0, 7, 0}));
  EXPECT_EQ(texts_of(column_of(table, "sex")), (Strings{"Male", "Female", "Male"}));
  EXPECT_EQ(texts_of(column_of(table, "income")), (Strings{"<=50K", ">50K", ">50K"}));
  EXPECT_EQ(table.left_out, (Strings{"fnlwgt", "education", "native-country"}));
}

TEST(Adult, ACategoryIsOneColumnPerLevelAndWhatWasNotSaidIsALevel) {
  const DataFolder folder;
  folder.write("adult.data", kData);
  folder.write("adult.test", kTest);
  const Table table = read_adult(folder.path());
  EXPECT_EQ(column_of(table, "workclass=State-gov").numbers, (Numbers{1, 0, 0}));
  EXPECT_EQ(column_of(table, "workclass=?").numbers, (Numbers{0, 1, 0}));
  EXPECT_EQ(column_of(table, "occupation=?").numbers, (Numbers{0, 1, 0}));
  EXPECT_EQ(column_of(table, "relationship=Wife").numbers, (Numbers{0, 1, 0}));
  EXPECT_EQ(column_of(table, "race=White").numbers, (Numbers{1, 0, 0}));
  EXPECT_EQ(column_of(table, "race=other").numbers, (Numbers{0, 1, 1}));
}

TEST(Adult, IsFoundInASubfolder) {
  const DataFolder folder;
  folder.write("adult/adult.data", kData);
  folder.write("adult/adult.test", kTest);
  EXPECT_EQ(read_adult(folder.path()).rows, 3U);
}

TEST(Adult, AMissingFileIsNamedWithTheWayToGetIt) {
  const DataFolder folder;
  expect_error(ErrorCode::data,
               {"adult.data", "drfs data get adult --data " + folder.path(), "UCI"},
               [&] { read_adult(folder.path()); });
  folder.write("adult.data", kData);
  expect_error(ErrorCode::data, {folder / "adult.test", "does not exist"},
               [&] { read_adult(folder.path()); });
}

TEST(Adult, AWrongLineIsNamed) {
  const DataFolder folder;
  folder.write("adult.test", kTest);
  folder.write("adult.data", kData + "1, 2, 3\n");
  expect_error(ErrorCode::data, {"adult.data, line 4", "3 fields", "15"},
               [&] { read_adult(folder.path()); });
  folder.write("adult.data", "x" + kData);
  expect_error(ErrorCode::data, {"line 1", "'age'", "'x39'"}, [&] { read_adult(folder.path()); });
  folder.write("adult.data", kData);
  folder.write("adult.test", kTest + kTest.substr(kTest.find('\n') + 1) + "30, Publik" +
                                 kData.substr(kData.find(", 77516")));
  expect_error(ErrorCode::data, {"adult.test, line 6", "'workclass'", "'Publik'", "Private"},
               [&] { read_adult(folder.path()); });
}

TEST(Adult, TheOriginalFilesHave48842RowsAnd44FeaturesThatAllVary) {
  const std::string folder = real_data("adult");
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not here";
  const Table table = read_adult(real_data(""));
  EXPECT_EQ(table.rows, 48842U);
  EXPECT_EQ(features_of(table), 44U);
  for (const Column& column : table.columns) {
    if (column.type == ColumnType::category) continue;
    EXPECT_NE(std::ranges::min(column.numbers), std::ranges::max(column.numbers)) << column.name;
  }
  EXPECT_EQ(std::ranges::count(column_of(table, "income").codes, 1), 11687);
  EXPECT_EQ(std::ranges::count(column_of(table, "sex").codes, 0), 16192);
  DatasetOptions options;
  options.target = "income";
  options.population = {"sex"};
  const Dataset data = prepare(table, options, {}, 0, {});
  EXPECT_EQ(data.features.size(), 44U);
  EXPECT_EQ(data.task, Task::binary);
  EXPECT_EQ(data.populations.size(), 2U);
}

Table numbered(std::size_t rows) {
  Table table;
  table.rows = rows;
  Column number{"n", ColumnType::number, std::vector<float>(rows), {}, {}};
  std::iota(number.numbers.begin(), number.numbers.end(), 0.0F);
  Column code{"c", ColumnType::category, {}, std::vector<std::int32_t>(rows), {"a", "b"}};
  for (std::size_t row = 0; row < rows; ++row) code.codes[row] = static_cast<int>(row % 2);
  table.columns = {number, code};
  return table;
}

TEST(KeepShare, KeepsWholeRowsInOrderAndAboutTheShare) {
  const Table kept = keep_share(numbered(10000), 0.1, 3);
  EXPECT_NEAR(static_cast<double>(kept.rows), 1000, 100);
  const auto& numbers = kept.columns[0].numbers;
  ASSERT_EQ(numbers.size(), kept.rows);
  EXPECT_TRUE(std::ranges::is_sorted(numbers));
  for (std::size_t row = 0; row < kept.rows; ++row)
    EXPECT_EQ(kept.columns[1].codes[row], static_cast<int>(numbers[row]) % 2);
}

TEST(KeepShare, ARowStaysByItsNumberAndTheSeedAlone) {
  const auto few = keep_share(numbered(500), 0.3, 7).columns[0].numbers;
  const auto many = keep_share(numbered(5000), 0.3, 7).columns[0].numbers;
  ASSERT_LT(few.size(), many.size());
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_NE(few, keep_share(numbered(500), 0.3, 8).columns[0].numbers);
  EXPECT_EQ(keep_share(numbered(500), 1.0, 7).rows, 500U);
}

TEST(KeepShare, RefusesWhatIsNoShare) {
  for (const double share : {0.0, -0.5, 1.5})
    expect_error(ErrorCode::usage, {"share"}, [&] { keep_share(numbered(5), share, 0); });
}

}  // namespace
}  // namespace drfs
