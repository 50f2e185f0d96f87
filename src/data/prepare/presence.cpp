#include "data/prepare/presence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace drfs {
namespace {

constexpr std::size_t kMostNamed = 10;

bool is_missing(const Column& column, std::size_t row) {
  return column.type == ColumnType::number ? std::isnan(column.number(row)) : column.codes[row] < 0;
}

}  // namespace

bool Presence::any_gap() const {
  return std::ranges::find(has_gap, true) != has_gap.end();
}

bool Presence::gaps_tell_rows_apart() const {
  for (std::size_t g = 0; g < has_gap.size(); ++g)
    if (has_gap[g] && has_value[g]) return true;
  return false;
}

Presence presence_of(const Column& column, const Grouping& groups) {
  Presence out{std::vector<bool>(groups.names.size()), std::vector<bool>(groups.names.size())};
  for (std::size_t row = 0; row < groups.group_of_row.size(); ++row)
    if (const std::int32_t group = groups.group_of_row[row]; group >= 0)
      (is_missing(column, row) ? out.has_gap : out.has_value)[static_cast<std::size_t>(group)] =
          true;
  return out;
}

void check_allowed_to_miss(const DatasetOptions& options, const Grouping& groups) {
  for (const auto& name : options.allow_missing_in)
    if (std::ranges::find(groups.names, name) == groups.names.end())
      throw_unknown_name("option --allow-missing-in", name, groups.names);
}

std::string reason_it_is_missed(const Presence& presence, const Grouping& groups,
                                const DatasetOptions& options) {
  std::vector<std::string> lacking;
  bool allowed = true;
  for (std::size_t g = 0; g < groups.names.size(); ++g) {
    if (presence.has_value[g]) continue;
    const auto& name = groups.names[g];
    lacking.push_back(name);
    allowed = allowed &&
              std::ranges::find(options.allow_missing_in, name) != options.allow_missing_in.end();
  }
  if (allowed) return {};
  if (lacking.size() > kMostNamed)
    return fmt::format(
        "has no value in {} populations, '{}' the first (--allow-missing-in with "
        "their names keeps it)",
        lacking.size(), lacking[0]);
  return fmt::format("has no value in population{} '{}' (--allow-missing-in '{}' keeps it)",
                     lacking.size() == 1 ? "" : "s", fmt::join(lacking, "', '"),
                     fmt::join(lacking, ","));
}

}  // namespace drfs
