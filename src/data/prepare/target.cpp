#include "data/prepare/target.hpp"

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

/// Each class is predicted by itself, and a class that is rare cannot be.
constexpr std::size_t kMostClasses = 100;

void check_classes(const std::string& thing, std::size_t count, Task wanted) {
  if (wanted == Task::binary && count != 2)
    throw_task(ErrorCode::usage, thing,
               fmt::format("has {} distinct values, but --task binary needs two", count),
               "Merge its values into two, or use another --task or target");
  if (count > kMostClasses)
    throw_task(ErrorCode::data, thing,
               fmt::format("has {} distinct values; classes are {} at most", count, kMostClasses),
               "Merge its values, use --task regression if they are amounts, or choose another "
               "target");
  if (count < 2)
    throw_task(ErrorCode::data, thing, fmt::format("has {} distinct values", count),
               "A target needs two values or more; choose another one");
}

/// Two classes are a binary target, even where several are allowed.
Task task_of(std::size_t classes) {
  return classes == 2 ? Task::binary : Task::multiclass;
}

/// The distinct values of the rows in groups, sorted.
std::vector<float> distinct_numbers(const Column& column, const Grouping& groups,
                                    const std::string& thing) {
  std::vector<float> values;
  for (std::size_t row = 0; row < column.number_count(); ++row) {
    const float value = column.number(row);
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
  if (values.size() > 2 || !column.is_rounded() || std::ranges::none_of(values, is_large)) return;
  throw Error(
      ErrorCode::data,
      {thing, "", "has large whole numbers, of which single precision leaves two values or fewer",
       fmt::format("Subtract a constant from the column, or use --categorical {} if they "
                   "are classes",
                   column.name)});
}

Target numeric_target(Column& column, const Grouping& groups, const std::string& thing,
                      Task wanted) {
  const auto values = distinct_numbers(column, groups, thing);
  refuse_merged_numbers(column, values, thing);
  Target target;
  const bool classes = wanted == Task::binary || wanted == Task::multiclass ||
                       (wanted == Task::automatic && values.size() == 2);
  if (classes) {
    check_classes(thing, values.size(), wanted);
    target.task = task_of(values.size());
    for (const float value : values) target.levels.push_back(number_text(value));
  }
  target.y = column.take_numbers();
  for (float& y : target.y) {
    if (std::isnan(y))
      y = kMissing;
    else if (classes)
      y = static_cast<float>(std::ranges::lower_bound(values, y) - values.begin());
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
  for (std::size_t level = 0; level < used.size(); ++level)
    if (used[level]) target.levels.push_back(column.levels[level]);
  std::ranges::sort(target.levels);
  const std::size_t count = target.levels.size();
  if (wanted == Task::regression)
    throw_task(ErrorCode::usage, thing,
               fmt::format("is text with {} values, but --task regression needs numbers", count),
               "Choose a numeric target, or leave --task out");
  check_classes(thing, count, wanted);
  target.task = task_of(count);

  std::vector<float> class_of_code(used.size(), kMissing);
  for (std::size_t level = 0; level < used.size(); ++level)
    if (used[level])
      class_of_code[level] = static_cast<float>(
          std::ranges::lower_bound(target.levels, column.levels[level]) - target.levels.begin());
  target.y.reserve(column.codes.size());
  for (const std::int32_t code : column.codes)
    target.y.push_back(code >= 0 ? class_of_code[code] : kMissing);
  column.codes = {};
  return target;
}

}  // namespace

Target read_target(Column& column, const Grouping& groups, const std::string& source, Task wanted) {
  const std::string thing = fmt::format("{}, target '{}'", source, column.name);
  return column.type == ColumnType::number ? numeric_target(column, groups, thing, wanted)
                                           : text_target(column, groups, thing, wanted);
}

}  // namespace drfs
