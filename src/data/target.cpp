#include "data/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/number_text.hpp"

namespace drfs {
namespace {

[[noreturn]] void throw_task(ErrorCode code, const std::string& thing, std::string problem,
                             std::string remedy) {
  throw Error(code, {thing, "", std::move(problem), std::move(remedy)});
}

constexpr const char* kSupported =
    "This version supports regression (a number) and binary (two values); multiclass is not "
    "supported yet. Merge the values into two or choose another target";

/// The distinct values of the rows in groups, sorted.
std::vector<float> distinct_numbers(const Column& column, const Grouping& groups,
                                    const std::string& thing) {
  std::vector<float> values;
  for (std::size_t row = 0; row < column.numbers.size(); ++row) {
    const float value = column.numbers[row];
    if (groups.group_of_row[row] < 0 || std::isnan(value)) continue;
    if (std::isinf(value))
      throw Error(ErrorCode::data, {thing, number_text(value), "is not finite",
                                    "Fix the value, or declare it with --missing"});
    values.push_back(value + 0.0F);
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// Where rounding has left two large values or one, nobody knows how many there were, and a
/// regression on what is left would be about the rounding.
void refuse_merged_numbers(const Column& column, const std::vector<float>& values,
                           const std::string& thing) {
  const auto is_large = [](float value) { return std::abs(value) >= kWholeNumbersEnd; };
  if (!column.rounded || values.size() > 2 || std::ranges::none_of(values, is_large)) return;
  throw Error(
      ErrorCode::data,
      {thing, "", "has large whole numbers, of which single precision leaves two values or fewer",
       fmt::format("Subtract a constant from the column, or use --categorical {} if they "
                   "are two classes",
                   column.name)});
}

Target numeric_target(Column& column, const Grouping& groups, const std::string& thing,
                      Task wanted) {
  const auto values = distinct_numbers(column, groups, thing);
  refuse_merged_numbers(column, values, thing);
  Target target;
  const bool binary = wanted == Task::binary || (wanted == Task::automatic && values.size() == 2);
  if (binary && values.size() != 2)
    throw_task(ErrorCode::usage, thing,
               fmt::format("has {} distinct values, but --task binary needs two", values.size()),
               "Use --task regression or choose another target");
  target.task = binary ? Task::binary : Task::regression;
  if (binary)
    for (const float value : values) target.levels.push_back(number_text(value));
  target.y = std::move(column.numbers);
  for (float& y : target.y) {
    if (std::isnan(y))
      y = kMissing;
    else if (binary)
      y = y == values[0] ? 0.0F : 1.0F;
    else
      y += 0.0F;  // -0 becomes 0
  }
  return target;
}

Target text_target(Column& column, const Grouping& groups, const std::string& thing, Task wanted) {
  std::vector<bool> used(column.levels.size(), false);
  for (std::size_t row = 0; row < column.codes.size(); ++row)
    if (groups.group_of_row[row] >= 0 && column.codes[row] >= 0) used[column.codes[row]] = true;
  Target target;
  target.task = Task::binary;
  for (std::size_t level = 0; level < used.size(); ++level)
    if (used[level]) target.levels.push_back(column.levels[level]);
  std::ranges::sort(target.levels);
  const std::size_t count = target.levels.size();
  if (wanted == Task::regression)
    throw_task(ErrorCode::usage, thing,
               fmt::format("is text with {} values, but --task regression needs numbers", count),
               "Choose a numeric target, or --task binary for a text of two values");
  if (wanted == Task::binary && count != 2)
    throw_task(ErrorCode::usage, thing,
               fmt::format("has {} distinct values, but --task binary needs two", count),
               kSupported);
  if (count > 2)
    throw_task(ErrorCode::data, thing, fmt::format("is text with {} values", count), kSupported);
  if (count < 2)
    throw_task(ErrorCode::data, thing, fmt::format("is text with {} values", count),
               "A target needs two values or more; choose another one");

  target.y.reserve(column.codes.size());
  for (const std::int32_t code : column.codes) {
    const bool known = code >= 0 && used[code];
    target.y.push_back(!known ? kMissing : column.levels[code] == target.levels[0] ? 0.0F : 1.0F);
  }
  column.codes = {};
  return target;
}

}  // namespace

Target read_target(Column& column, const Grouping& groups, const std::string& source, Task wanted) {
  const std::string thing = fmt::format("{}, target '{}'", source, column.name);
  if (wanted == Task::multiclass)
    throw_task(ErrorCode::usage, "option --task multiclass", "is not supported", kSupported);
  return column.type == ColumnType::number ? numeric_target(column, groups, thing, wanted)
                                           : text_target(column, groups, thing, wanted);
}

}  // namespace drfs
