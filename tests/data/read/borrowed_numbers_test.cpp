// Columns whose numbers lie in an array that the caller keeps, as a binding hands them over.
#include <filesystem>
#include <fstream>
#include <random>

#include "cli/program.hpp"
#include "data/append_tables.hpp"
#include "data/scratch_file.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

using namespace testing;

constexpr std::size_t kRows = 300;
constexpr std::size_t kColumns = 5;

/// Columns a, b, c, w and y; whole numbers, so that floats and doubles hold the same.
std::vector<double> some_numbers() {
  std::mt19937 random(1);
  std::vector<double> numbers(kRows * kColumns);
  for (double& number : numbers) number = static_cast<double>(random() % 1000);
  for (std::size_t row = 0; row < kRows; row += 7) numbers[row * kColumns + 1] = kMissing;
  return numbers;
}

Table table_of(const std::function<void(Column&, std::size_t column)>& fill) {
  Table table;
  table.source = "t";
  table.rows = kRows;
  for (std::size_t c = 0; c < kColumns; ++c) {
    Column& column = table.columns.emplace_back();
    column.name = std::string(1, "abcwy"[c]);
    fill(column, c);
  }
  Column& population = table.columns.emplace_back();
  population.name = "p";
  population.type = ColumnType::category;
  population.levels = {"north", "south"};
  for (std::size_t row = 0; row < kRows; ++row)
    population.codes.push_back(static_cast<std::int32_t>(row % 2));
  return table;
}

DatasetOptions options_with_weight() {
  DatasetOptions options;
  options.target = "y";
  options.population = {"p"};
  options.weight = "w";
  options.categorical = {"c"};
  options.max_levels = 1000;
  return options;
}

void expect_same(const Dataset& a, const Dataset& b) {
  ASSERT_EQ(a.populations.size(), b.populations.size());
  ASSERT_EQ(a.columns(), b.columns());
  for (std::size_t p = 0; p < a.populations.size(); ++p) {
    EXPECT_EQ(a.populations[p].y, b.populations[p].y);
    EXPECT_EQ(a.populations[p].weight, b.populations[p].weight);
    for (std::size_t d = 0; d < a.columns(); ++d)
      EXPECT_TRUE(std::ranges::equal(a.populations[p].x.column(d), b.populations[p].x.column(d)));
  }
}

template <class Number>
class BorrowedNumbers : public ::testing::Test {};
using Kinds = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BorrowedNumbers, Kinds);

TYPED_TEST(BorrowedNumbers, AreReadWhereTheyLieRowByRowOrColumnByColumn) {
  const auto numbers = some_numbers();
  const Table owned = table_of([&](Column& column, std::size_t c) {
    for (std::size_t row = 0; row < kRows; ++row)
      column.numbers.push_back(static_cast<float>(numbers[row * kColumns + c]));
  });
  const auto reference = prepare(owned, options_with_weight(), {}, 3, {});

  const std::vector<TypeParam> by_row(numbers.begin(), numbers.end());
  std::vector<TypeParam> by_column(numbers.size());
  for (std::size_t row = 0; row < kRows; ++row)
    for (std::size_t c = 0; c < kColumns; ++c)
      by_column[c * kRows + row] = by_row[row * kColumns + c];
  const auto borrow = [](Column& column, const TypeParam* first, std::size_t step) {
    column.borrowed = {reinterpret_cast<const std::byte*>(first),
                       static_cast<std::ptrdiff_t>(step * sizeof(TypeParam)),
                       std::is_same_v<TypeParam, double>, kRows};
  };
  expect_same(reference, prepare(table_of([&](Column& column, std::size_t c) {
                                   borrow(column, &by_row[c], kColumns);
                                 }),
                                 options_with_weight(), {}, 3, {}));
  expect_same(reference, prepare(table_of([&](Column& column, std::size_t c) {
                                   borrow(column, &by_column[c * kRows], 1);
                                 }),
                                 options_with_weight(), {}, 3, {}));
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(BorrowedTable, HasNumbersLikeAnyWhereverATableGoes) {
  const auto numbers = some_numbers();
  const Table owned = table_of([&](Column& column, std::size_t c) {
    for (std::size_t row = 0; row < kRows; ++row)
      column.numbers.push_back(static_cast<float>(numbers[row * kColumns + c]));
  });
  const Table borrowed = table_of([&](Column& column, std::size_t c) {
    column.borrowed = {reinterpret_cast<const std::byte*>(&numbers[c]),
                       static_cast<std::ptrdiff_t>(kColumns * sizeof(double)), true, kRows};
  });
  EXPECT_EQ(sha256_of_table(borrowed), sha256_of_table(owned));
  const std::vector<std::size_t> some = {3, 1, 299};
  EXPECT_EQ(sha256_of_table(keep_rows(borrowed, some)), sha256_of_table(keep_rows(owned, some)));
  EXPECT_EQ(sha256_of_table(append_tables({borrowed, owned}, {})),
            sha256_of_table(append_tables({owned, owned}, {})));
  const TemporaryFolder folder;
  write_csv(borrowed, (folder / "borrowed.csv").string());
  write_csv(owned, (folder / "owned.csv").string());
  EXPECT_EQ(text_of(folder / "borrowed.csv"), text_of(folder / "owned.csv"));
}

}  // namespace
}  // namespace drfs
