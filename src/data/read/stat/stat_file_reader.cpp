// Two passes: the first learns what the file says of its variables and plans what is kept, the
// second fills the columns of the table.
#include "data/read/stat/stat_file_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <unordered_set>

#include "data/read/stat/stat_columns.hpp"
#include "data/utf8.hpp"

namespace drfs {
namespace {

void check_variables(const std::string& source, const std::vector<StatVariable>& variables) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const std::string& name = variables[v].name;
    const std::string place = fmt::format("{}, column {}", source, v + 1);
    if (name.empty() || !is_utf8(name))
      throw Error(ErrorCode::data, {place, shown(name), "has no name that can be read",
                                    "Name the variable, and save the file as Unicode"});
    if (!seen.insert(name).second)
      throw Error(ErrorCode::data, {place, name, "is the name of an earlier column too",
                                    "Give every variable a name of its own"});
  }
}

void remark_on(const std::string& source, std::string_view what,
               const std::vector<std::string>& names, const Context& context) {
  constexpr std::size_t kMostNamed = 10;
  if (names.empty()) return;
  const std::span<const std::string> named(names.data(), std::min(names.size(), kMostNamed));
  const std::string more =
      names.size() > kMostNamed ? fmt::format(", … ({} in all)", names.size()) : "";
  context.log(Severity::info,
              fmt::format("{}: {}: {}{}", source, what, fmt::join(named, ", "), more));
}

/// What was made of numbers that have names is a choice, and the user may want the other one.
void remark_on_labels(const std::string& source, const std::vector<StatVariable>& variables,
                      const PlannedColumns& planned, const ColumnPlan& plan,
                      const Context& context) {
  std::vector<std::string> nominal, labelled;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const StatVariable& variable = variables[v];
    if (!planned.keep[v] || planned.categorical[v] || variable.text) continue;
    if (numbers_are_names(variable, false, plan))
      nominal.push_back(variable.name);
    else if (variable.measure == Measure::unknown && !variable.value_labels.empty() &&
             variable.name != plan.target)
      labelled.push_back(variable.name);
  }
  remark_on(source, "nominal numbers are read as categories", nominal, context);
  remark_on(
      source,
      "numbers with value labels stay numbers; name those that are categories in --categorical",
      labelled, context);
}

}  // namespace

Table read_stat_file(const std::string& path, StatFormat format, const ReadOptions& options,
                     const ColumnPlan& plan, const Context& context) {
  const std::vector<StatVariable> variables = read_stat_variables(path, format);
  check_variables(path, variables);
  Table table;
  table.source = path;
  std::vector<std::string> names;
  for (const auto& variable : variables) names.push_back(variable.name);
  const PlannedColumns planned = plan_for(path, names, plan);
  for (std::size_t v = 0; v < names.size(); ++v)
    if (!planned.keep[v]) table.left_out.push_back(names[v]);

  StatColumns columns(path, variables, planned, options, plan);
  table.rows = read_stat_values(path, format, planned.keep, columns, context);
  const bool anything = std::ranges::find(planned.keep, true) != planned.keep.end();
  if (anything && table.rows == 0)
    throw Error(ErrorCode::data, {path, "", "has variables but no rows", "Give a table with rows"});
  remark_on_labels(path, variables, planned, plan, context);
  columns.finish(table, plan, context);
  return table;
}

}  // namespace drfs
