#include "data/read/several_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "data/append_tables.hpp"
#include "data/levels.hpp"
#include "data/read/column_plan.hpp"
#include "data/read/file_names.hpp"

namespace drfs {
namespace {

using Names = std::set<std::string>;

/// Takes @file, which no file has, out of the plan; true where it was there.
bool take_file_column(ColumnPlan& plan) {
  const auto is_file = [](const std::string& name) { return name == kFileColumn; };
  std::erase_if(plan.keep, is_file);
  std::erase_if(plan.categorical, is_file);
  return std::erase_if(plan.required, is_file) > 0;
}

/// Every column of the file, stored or not.
Names names_of(const Table& part) {
  Names names(part.left_out.begin(), part.left_out.end());
  names.insert(part.too_many_levels.begin(), part.too_many_levels.end());
  for (const auto& column : part.columns) names.insert(column.name);
  return names;
}

void check_required(const Table& part, const Names& names, const ColumnPlan& plan) {
  for (const auto& name : plan.required)
    if (!names.contains(name))
      throw Error(ErrorCode::data,
                  {part.source, name, "is not a column of this file, but of others",
                   "Every file needs the target and the populations: add the column, or leave the "
                   "file out"});
}

void refuse_file_column(const std::vector<Table>& parts) {
  for (const auto& part : parts)
    if (names_of(part).contains(std::string(kFileColumn)))
      throw Error(ErrorCode::data, {part.source, std::string(kFileColumn),
                                    "is the name of a column, but stands for the file as well",
                                    "Rename the column"});
}

/// Refuses files that are about something else, and names that no file has.
void check_parts(const std::string& title, const std::vector<Table>& parts,
                 const ColumnPlan& plan) {
  Names all;
  for (const auto& part : parts) {
    const Names names = names_of(part);
    const bool shares = std::ranges::any_of(names, [&](const auto& n) { return all.contains(n); });
    if (!all.empty() && !shares)
      throw Error(ErrorCode::data,
                  {part.source, "", fmt::format("has no column of {}", parts[0].source),
                   "Columns of several files are matched by name: check the names"});
    all.insert(names.begin(), names.end());
  }
  check_names(title, {all.begin(), all.end()}, plan);
  for (const auto& part : parts) check_required(part, names_of(part), plan);
}

/// Columns that are text in one file and numbers in another, with the first file of each kind.
std::map<std::string, std::pair<std::string, std::string>> mixed_columns(
    const std::vector<Table>& parts) {
  std::map<std::string, std::string> text, number;
  for (const auto& part : parts)
    for (const auto& column : part.columns)
      if (has_values(column))
        (column.type == ColumnType::category ? text : number).emplace(column.name, part.source);
  std::map<std::string, std::pair<std::string, std::string>> mixed;
  for (const auto& [name, source] : text)
    if (number.contains(name)) mixed[name] = {source, number.at(name)};
  return mixed;
}

/// Reads files again whose numbers are text elsewhere: only they know how their numbers are spelt.
void settle_types(std::vector<Table>& parts, ColumnPlan plan, const ReadOne& read,
                  const Context& context) {
  const auto mixed = mixed_columns(parts);
  for (const auto& [name, sources] : mixed) {
    context.log(Severity::warning,
                fmt::format("column '{}' is text in {} and numbers in {}; it is text in all files",
                            name, sources.first, sources.second));
    plan.categorical.push_back(name);
  }
  for (auto& part : parts)
    if (std::ranges::any_of(part.columns, [&](const Column& column) {
          return column.type == ColumnType::number && mixed.contains(column.name);
        }))
      part = read(part.source, plan);
}

void remark_on_absent(const std::vector<Table>& parts, const Context& context) {
  Names kept;
  for (const auto& part : parts)
    for (const auto& column : part.columns) kept.insert(column.name);
  for (const auto& part : parts) {
    const Names here = names_of(part);
    std::vector<std::string> absent;
    std::ranges::set_difference(kept, here, std::back_inserter(absent));
    if (!absent.empty())
      context.log(Severity::info, fmt::format("{}: columns of other files are missing here: {}",
                                              part.source, fmt::join(absent, ", ")));
  }
}

/// Which of the names each row belongs to, that many rows to each.
Column file_column(std::vector<std::string> names, const std::vector<std::size_t>& rows) {
  Column column;
  column.name = kFileColumn;
  column.type = ColumnType::category;
  column.levels = std::move(names);
  for (std::size_t f = 0; f < rows.size(); ++f)
    column.codes.insert(column.codes.end(), rows[f], static_cast<std::int32_t>(f));
  sort_levels(column);
  return column;
}

}  // namespace

Table read_files(const std::vector<std::string>& data, const ColumnPlan& plan, const ReadOne& read,
                 const Context& context) {
  if (data.empty())
    throw Error(ErrorCode::usage, {"DATA", "", "is missing", "Name a file or a built-in set"});
  ColumnPlan wanted = plan;
  const bool by_file = take_file_column(wanted);
  if (data.size() == 1 && !by_file) return read(data[0], wanted);

  // In an order of their own: that of the arguments must leave no trace.
  std::vector<std::string> files = data;
  std::ranges::sort(files);
  const std::string title = data_title(files);
  std::vector<std::string> names = file_names(files);
  wanted.of_a_part = true;
  std::vector<Table> parts;
  std::vector<std::size_t> rows;
  for (const auto& file : files) {
    Table& part = parts.emplace_back(read(file, wanted));
    part.source = file;
    rows.push_back(part.rows);
  }
  if (by_file) refuse_file_column(parts);
  check_parts(title, parts, wanted);
  settle_types(parts, wanted, read, context);
  remark_on_absent(parts, context);
  Table table = append_tables(std::move(parts), wanted);
  table.source = title;
  if (by_file) table.columns.push_back(file_column(std::move(names), rows));
  return table;
}

}  // namespace drfs
