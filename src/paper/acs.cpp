// Person files of the American Community Survey to a table, as the paper prepares them: rows
// without the target go, and of the columns all that are not numbers, weights, record numbers
// and places. Columns that are mostly missing or constant go as well, as nothing can be learned
// from them. The paper does not say what became of the allocation flags (FAGEP: the bureau
// filled AGEP in): they are no answers that one could ask for, and stay out unless wanted.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "drfs/data.hpp"
#include "drfs/public_data.hpp"
#include "paper/acs_columns.hpp"
#include "paper/acs_files.hpp"
#include "paper/us_states.hpp"

namespace drfs {
namespace {

constexpr const char* kStateColumn = "ST";  ///< until its numbers have become postal codes

std::size_t column_index(const Table& table, std::string_view name, const std::string& file) {
  const auto at = std::ranges::find(table.columns, name, &Column::name);
  if (at == table.columns.end() || at->type != ColumnType::number)
    throw Error(ErrorCode::data, {fmt::format("{}, column", file), std::string(name),
                                  "is not there, or not a number",
                                  "Give a person file as the Census Bureau publishes it"});
  return static_cast<std::size_t>(at - table.columns.begin());
}

/// Reads what may be of use; of texts no more than that they are there.
ColumnPlan plan_of(const std::vector<std::string>& names, const AcsOptions& options) {
  ColumnPlan plan;
  plan.max_levels = 1;
  for (const auto& name : names) {
    const std::string upper = acs_name(name);
    const bool wanted = upper == acs_name(options.target) || is_acs_state(upper);
    const bool flag = !options.allocation_flags && is_acs_allocation_flag(upper);
    if (!wanted && (is_acs_bookkeeping(upper) || flag)) plan.drop.push_back(name);
  }
  return plan;
}

/// The rows of these states that have the target.
std::vector<std::size_t> useful_rows(const Table& table, const std::vector<UsState>& states,
                                     const AcsOptions& options, const std::string& file) {
  const auto& state = table.columns[column_index(table, kStateColumn, file)].numbers;
  const auto& target = table.columns[column_index(table, acs_name(options.target), file)].numbers;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows; ++row) {
    const bool of_them = std::ranges::any_of(
        states, [&](const UsState& s) { return state[row] == static_cast<float>(s.fips); });
    if (of_them && !std::isnan(target[row])) rows.push_back(row);
  }
  return rows;
}

Table read_file(const std::string& file, const std::vector<UsState>& states,
                const AcsOptions& options, const Context& context) {
  Table table = read_table(file, {}, plan_of(read_acs_header(file, context), options), context);
  // Texts that were not even stored: not columns with too many levels, but of no use here.
  std::ranges::move(table.too_many_levels, std::back_inserter(table.left_out));
  table.too_many_levels.clear();
  for (const Column& column : table.columns)
    if (column.type == ColumnType::category) table.left_out.push_back(column.name);
  std::erase_if(table.columns, [](const Column& c) { return c.type == ColumnType::category; });
  for (Column& column : table.columns) {
    column.name = acs_name(column.name);
    if (is_acs_state(column.name)) column.name = kStateColumn;
  }
  const auto rows = useful_rows(table, states, options, file);
  return keep_rows(std::move(table), rows);
}

/// Adds the rows of `next`; columns that only one of the two has are left out.
void append(Table& table, Table next) {
  std::vector<Column> both;
  for (Column& column : table.columns) {
    const auto same = std::ranges::find(next.columns, column.name, &Column::name);
    if (same == next.columns.end()) {
      table.left_out.push_back(column.name);
      continue;
    }
    column.numbers.insert(column.numbers.end(), same->numbers.begin(), same->numbers.end());
    same->numbers = {};
    both.push_back(std::move(column));
  }
  table.columns = std::move(both);
  table.rows += next.rows;
}

bool is_useful(const Column& column, double most_missing) {
  std::size_t missing = 0;
  float first = kMissing;
  bool varies = false;
  for (const float value : column.numbers) {
    if (std::isnan(value)) {
      ++missing;
    } else if (std::isnan(first)) {
      first = value;
    } else {
      varies = varies || value != first;
    }
  }
  const auto most = most_missing * static_cast<double>(column.numbers.size());
  return varies && static_cast<double>(missing) <= most;
}

/// Numbers to postal codes. Throws for a state of which there is nobody.
Column state_column(const Column& numbers, const std::vector<UsState>& states,
                    const std::string& source) {
  Column column{"state", ColumnType::category, {}, {}, {}};
  std::vector<std::size_t> rows(states.size());
  for (const auto& state : states) column.levels.emplace_back(state.postal);
  column.codes.reserve(numbers.numbers.size());
  for (const float number : numbers.numbers) {
    const auto at = std::ranges::find(states, static_cast<int>(number), &UsState::fips);
    column.codes.push_back(static_cast<std::int32_t>(at - states.begin()));
    ++rows[static_cast<std::size_t>(at - states.begin())];
  }
  for (std::size_t s = 0; s < states.size(); ++s)
    if (rows[s] == 0)
      throw Error(ErrorCode::data,
                  {source + ", state", std::string(states[s].postal), "has no row with the target",
                   "Leave the state out, or add its file"});
  return column;
}

/// Features in the order of the files, then the target and the state.
void settle_columns(Table& table, const std::vector<UsState>& states, const AcsOptions& options) {
  const std::string target = acs_name(options.target);
  std::vector<Column> kept, last;
  for (Column& column : table.columns) {
    if (column.name == target) {
      last.insert(last.begin(), std::move(column));
    } else if (column.name == kStateColumn) {
      last.push_back(state_column(column, states, table.source));
    } else if (is_useful(column, options.most_missing)) {
      kept.push_back(std::move(column));
    } else {
      table.left_out.push_back(column.name);
    }
  }
  std::ranges::move(last, std::back_inserter(kept));
  table.columns = std::move(kept);
}

}  // namespace

Table read_acs(const AcsOptions& options, const Context& context) {
  const auto states = states_of(options.states);
  const auto files = find_acs_files(options.folder, states, options.target, context);
  Table table = read_file(files.front(), states, options, context);
  for (std::size_t i = 1; i < files.size(); ++i)
    append(table, read_file(files[i], states, options, context));
  if (files.size() > 1) table.source = options.folder;
  settle_columns(table, states, options);
  context.log(Severity::info,
              fmt::format("{}: {} rows have {}; {} columns are kept as features, {} are not",
                          table.source, table.rows, acs_name(options.target),
                          table.columns.size() - 2, table.left_out.size()));
  return table;
}

}  // namespace drfs
