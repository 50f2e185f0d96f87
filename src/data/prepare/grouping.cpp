#include "data/prepare/grouping.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "data/prepare/roles.hpp"
#include "data/read/column_plan.hpp"

namespace drfs {
namespace {

/// More populations than this, some of them small, look like a mistaken column.
constexpr std::size_t kManyPopulations = 200;
constexpr std::size_t kMostNamed = 10;

/// Gives the groups new numbers; groups with the same new number are merged.
void renumber(Grouping& groups, const std::vector<std::int32_t>& number_of,
              std::vector<std::string> names) {
  for (auto& group : groups.group_of_row)
    if (group >= 0) group = number_of[group];
  groups.names = std::move(names);
}

void cross(Grouping& groups, const Column& column) {
  std::unordered_map<std::uint64_t, std::int32_t> pair_number;
  std::vector<std::string> names;
  for (std::size_t row = 0; row < groups.group_of_row.size(); ++row) {
    std::int32_t& group = groups.group_of_row[row];
    const std::int32_t code = column.codes[row];
    if (group < 0 || code < 0) {
      group = -1;
      continue;
    }
    const auto key = static_cast<std::uint64_t>(group) << 32 | static_cast<std::uint32_t>(code);
    const auto [at, fresh] = pair_number.emplace(key, static_cast<std::int32_t>(names.size()));
    if (fresh) names.push_back(groups.names[group] + " × " + column.levels[code]);
    group = at->second;
  }
  groups.names = std::move(names);
}

void sort_by_name(Grouping& groups) {
  const auto sizes = groups.sizes();
  std::vector<std::int32_t> order;
  for (std::size_t g = 0; g < sizes.size(); ++g)
    if (sizes[g] > 0) order.push_back(static_cast<std::int32_t>(g));
  std::ranges::sort(order, {},
                    [&](std::int32_t g) -> const std::string& { return groups.names[g]; });
  std::vector<std::int32_t> number_of(sizes.size(), -1);
  std::vector<std::string> names;
  for (const std::int32_t g : order) {
    // Crossed columns can spell one name in two ways; it is one population.
    if (names.empty() || names.back() != groups.names[g]) names.push_back(groups.names[g]);
    number_of[g] = static_cast<std::int32_t>(names.size()) - 1;
  }
  renumber(groups, number_of, std::move(names));
}

[[noreturn]] void refuse_small(const Grouping& groups, const std::vector<std::size_t>& small,
                               const std::string& source, const DatasetOptions& options) {
  const auto sizes = groups.sizes();
  std::vector<std::string> named;
  for (const std::size_t g : small) {
    if (named.size() == kMostNamed) {
      named.push_back(fmt::format("… ({} in all)", small.size()));
      break;
    }
    named.push_back(fmt::format("'{}' ({} rows)", groups.names[g], sizes[g]));
  }
  const std::string thing = fmt::format("{}, population '{}'", source, population_title(options));
  if (groups.names.size() > kManyPopulations)
    throw Error(
        ErrorCode::data,
        {thing, "",
         fmt::format("has {} populations, {} of them below {} rows: {}", groups.names.size(),
                     small.size(), options.min_rows, fmt::join(named, ", ")),
         "The column looks like a number or an identifier. Name a column of groups with "
         "--population, or pool the small ones with --pool-small"});
  throw Error(ErrorCode::data,
              {thing, "",
               fmt::format("has populations with fewer than {} rows: {}", options.min_rows,
                           fmt::join(named, ", ")),
               "Lower --min-rows, pool them with --pool-small, or drop these rows"});
}

void pool(Grouping& groups, const std::vector<std::size_t>& small) {
  auto names = groups.names;
  const auto existing = std::ranges::find(names, "other");
  const auto other = static_cast<std::int32_t>(existing - names.begin());
  if (existing == names.end()) names.emplace_back("other");
  std::vector<std::int32_t> number_of(groups.names.size());
  std::iota(number_of.begin(), number_of.end(), 0);
  for (const std::size_t g : small) number_of[g] = other;
  renumber(groups, number_of, std::move(names));
  sort_by_name(groups);
}

std::vector<std::size_t> groups_below(const Grouping& groups, int min_rows) {
  const auto sizes = groups.sizes();
  std::vector<std::size_t> small;
  for (std::size_t g = 0; g < sizes.size(); ++g)
    if (sizes[g] < static_cast<std::size_t>(min_rows)) small.push_back(g);
  return small;
}

}  // namespace

std::vector<std::size_t> Grouping::sizes() const {
  std::vector<std::size_t> counts(names.size(), 0);
  for (const std::int32_t group : group_of_row)
    if (group >= 0) ++counts[group];
  return counts;
}

Grouping group_rows(Table& table, const std::vector<std::size_t>& columns) {
  Grouping groups;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Column& column = table.columns[columns[i]];
    make_categorical(column);
    if (i == 0) {
      groups.names = column.levels;
      groups.group_of_row = column.codes;
    } else {
      cross(groups, column);
    }
    column.codes = {};
  }
  return groups;
}

void settle_groups(Grouping& groups, const std::string& source, const DatasetOptions& options,
                   const Context& context) {
  sort_by_name(groups);
  if (groups.names.empty())
    throw Error(ErrorCode::data, {source, "", "has no row with both a target and a population",
                                  fmt::format("Check the columns '{}' and '{}', and --missing",
                                              options.target, population_title(options))});
  auto small = groups_below(groups, options.min_rows);
  if (!small.empty() && options.pool_small) {
    context.log(Severity::info,
                fmt::format("{}: {} populations below {} rows are pooled into 'other'", source,
                            small.size(), options.min_rows));
    pool(groups, small);
    small = groups_below(groups, options.min_rows);
  }
  if (!small.empty()) refuse_small(groups, small, source, options);
}

}  // namespace drfs
