// Which columns of a table a forest gains most from.
#include "paper/important_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/simulated.hpp"

namespace drfs {
namespace {

using Names = std::vector<std::string>;

Column column(std::string name, std::vector<float> numbers) {
  Column out;
  out.name = std::move(name);
  out.numbers = std::move(numbers);
  return out;
}

/// y = 3 strong + weak, beside a column of noise and a text.
Table table(std::size_t rows = 400) {
  Table out;
  out.rows = rows;
  std::vector<float> noise(rows), weak(rows), strong(rows), y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    noise[i] = simulated::normal(1, i, 0);
    weak[i] = simulated::normal(1, i, 1);
    strong[i] = simulated::normal(1, i, 2);
    y[i] = 3 * strong[i] + weak[i];
  }
  Column text{"text", ColumnType::category, {}, std::vector<std::int32_t>(rows, 0), {"a"}};
  out.columns = {column("noise", noise), text, column("weak", weak), column("y", y),
                 column("strong", strong)};
  return out;
}

TEST(ImportantColumns, AreNumbersOtherThanTheTargetTheMostImportantFirst) {
  EXPECT_EQ(most_important_columns(table(), "y", 10), (Names{"strong", "weak", "noise"}));
  EXPECT_EQ(most_important_columns(table(), "y", 2), (Names{"strong", "weak"}));
  EXPECT_EQ(most_important_columns(table(), "y", 0), Names{});
}

TEST(ImportantColumns, DoNotDependOnTheScaleOfAColumn) {
  Table scaled = table();
  for (float& value : scaled.columns[2].numbers) value = 1e6F * value - 5e5F;
  EXPECT_EQ(most_important_columns(scaled, "y", 2), (Names{"strong", "weak"}));
}

TEST(ImportantColumns, GapsAreFilledAndAnEmptyColumnTellsNothing) {
  Table gaps = table();
  for (std::size_t i = 0; i < gaps.rows; i += 5) gaps.columns[4].numbers[i] = kMissing;
  gaps.columns.push_back(column("empty", std::vector<float>(gaps.rows, kMissing)));
  const Names names = most_important_columns(gaps, "y", 4);
  EXPECT_EQ(names.front(), "strong");
  EXPECT_EQ(names.back(), "empty");
}

TEST(ImportantColumns, MayBeBorrowedAndStayAsTheyAre) {
  const Table own = table();
  Table borrowed = own;
  for (auto& c : borrowed.columns) {
    if (c.type != ColumnType::number) continue;
    const auto& numbers = std::ranges::find(own.columns, c.name, &Column::name)->numbers;
    c.borrowed = {reinterpret_cast<const std::byte*>(numbers.data()), sizeof(float), false,
                  numbers.size()};
    c.numbers.clear();
  }
  EXPECT_EQ(most_important_columns(borrowed, "y", 3), most_important_columns(own, "y", 3));
  EXPECT_NE(borrowed.columns[3].borrowed.first, nullptr) << "the target is still there";
}

}  // namespace
}  // namespace drfs
