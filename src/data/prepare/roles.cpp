#include "data/prepare/roles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "data/prepare/column_groups.hpp"
#include "data/prepare/weight_roles.hpp"

namespace drfs {
namespace {

/// The roles that exclude one another, each under the name of its option.
std::vector<std::pair<std::string, std::vector<std::string>>> named_roles(
    const DatasetOptions& options) {
  std::vector<std::string> weight;
  if (!options.weight.empty()) weight.push_back(options.weight);
  return {{"--target", {options.target}},
          {"--population", options.population},
          {"--weight", weight},
          {"--replicate-weights", options.replicate_weights},
          {"--features", expanded(options.features, options.group)},
          {"--drop", options.drop}};
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

void refuse_file_column(const std::string& role, const std::vector<std::string>& names) {
  if (!has(names, kFileColumn)) return;
  throw Error(ErrorCode::usage,
              {"option " + role, std::string(kFileColumn),
               "stands for the file that a row comes from, which is no column of the data",
               "Name it in --population only"});
}

/// By the name of the feature: that of the column or of its group, whose columns so come together.
void sort_by_feature(std::vector<std::size_t>& columns, const Table& table,
                     const DatasetOptions& options) {
  const auto group_of = groups_of_columns(options.group);
  const std::vector<std::string> names = table.names();
  for (const auto& [column, group] : group_of) {
    const auto at = std::ranges::find(names, column);
    if (at == names.end() && !has(table.too_many_levels, column))
      throw_unknown_name("option --group, column", column, names);
    if (at != names.end() && std::ranges::find(columns, at - names.begin()) == columns.end())
      throw Error(ErrorCode::usage, {"option --group, column", column, "is no candidate feature",
                                     "Take it out of the group, or out of --drop or of the other "
                                     "options that name it"});
    if (has(names, group) && !group_of.contains(group))
      throw Error(ErrorCode::usage, {"option --group", group, "is the name of a column, too",
                                     "Give the group another name"});
  }
  std::ranges::sort(columns, {}, [&](std::size_t c) {
    const auto group = group_of.find(names[c]);
    return std::pair(group == group_of.end() ? names[c] : group->second, names[c]);
  });
}

}  // namespace

void describe_data(OneOrMore& data, DatasetOptions& dataset, ReadOptions& read,
                   OptionVisitor& visitor, std::string_view features_help) {
  visitor.group("Data");
  visitor.option("data", data,
                 "Files (.csv, .tsv, .gz; .sav, .dta, .sas7bdat) whose rows are put together, or a "
                 "built-in set (synth:1?rows=36000)");
  describe(dataset, visitor, features_help);
  describe(read, visitor);
}

void describe(DatasetOptions& options, OptionVisitor& visitor, std::string_view features_help) {
  visitor.option("target", options.target, "Column to predict");
  visitor.option("population", options.population,
                 "Columns that say which population a row is of, or @file; several are crossed");
  visitor.option("weight", options.weight, "Column of row weights; empty: every row counts 1");
  visitor.option("replicate-weights", options.replicate_weights,
                 "Columns of replicate weights for standard errors, or a pattern such as PWGTP*");
  visitor.option("replicate-scale", options.replicate_scale,
                 "Scale of the replicates' squared deviations; 0: 4 / their number");
  visitor.option("features", options.features, features_help);
  visitor.option("drop", options.drop, "Columns to leave out");
  visitor.option("categorical", options.categorical, "Columns to treat as categories");
  visitor.option("group", written(options.group, parse_group, text_of_group, true),
                 "Columns that are one feature, as name=a,b; may be repeated");
  visitor.option("labels", options.labels,
                 "CSV file (column,label) of what columns stand for, shown in results");
  visitor.option("task", choice_of("task", options.task, kTaskNames), "What kind of target it is");
  visitor.option("min-rows", options.min_rows, "Fewest rows of a population");
  visitor.option("pool-small", options.pool_small,
                 "Pool populations below --min-rows instead of refusing them");
  visitor.option("max-levels", options.max_levels, "A text column with more levels is left out");
  visitor.option("missing-values",
                 choice_of("missing-values", options.missing_values, kMissingValuesNames),
                 "How missing values are handled: filled with the population's median or most "
                 "frequent level; the same plus an indicator column; left missing for tree models "
                 "(native); or reported as an error (refuse)");
  visitor.option("allow-missing-in", options.allow_missing_in,
                 "Populations in which a feature may be entirely missing; one that is entirely "
                 "missing in another population is left out");
}

void check_options(const DatasetOptions& options) {
  if (options.target.empty())
    throw Error(ErrorCode::usage,
                {"option --target", "", "is missing", "Give the name of the column to predict"});
  if (options.population.empty())
    throw Error(ErrorCode::usage, {"option --population", "", "is missing",
                                   "Give the column that says which population a row is of"});
  require_option(options.min_rows >= 1, "min-rows", options.min_rows,
                 "a whole number of at least 1");
  require_option(options.max_levels >= 2, "max-levels", options.max_levels,
                 "a whole number of at least 2");
  for (const auto& [role, names] : named_roles(options))
    if (role != "--population") refuse_file_column(role, names);
  refuse_file_column("--categorical", options.categorical);
  check_weight_options(options);
  std::map<std::string, std::string> role_of;
  for (const auto& [role, names] : named_roles(options)) {
    for (const auto& name : names) {
      const auto [at, fresh] = role_of.emplace(name, role);
      if (fresh || (role == "--drop" && at->second == role)) continue;
      const std::string problem = at->second == role
                                      ? fmt::format("is named twice in {}", role)
                                      : fmt::format("is named in both {} and {}", at->second, role);
      throw Error(ErrorCode::usage,
                  {"column", name, problem, "A column has one role: name it once"});
    }
  }
}

ColumnRoles assign_roles(const Table& table, const DatasetOptions& options) {
  std::unordered_map<std::string, std::size_t> index_of;
  for (std::size_t c = 0; c < table.columns.size(); ++c) index_of[table.columns[c].name] = c;
  const std::vector<std::string> names = table.names();
  const auto find = [&](const std::string& name) {
    const auto at = index_of.find(name);
    if (at == index_of.end()) throw_unknown_name(table.source + ", column", name, names);
    return at->second;
  };
  // A reader may already have left these out, as the plan told it to.
  const auto check_known = [&](const std::vector<std::string>& wanted) {
    for (const auto& name : wanted)
      if (!has(table.left_out, name) && !has(table.too_many_levels, name)) find(name);
  };

  ColumnRoles roles;
  roles.target = find(options.target);
  for (const auto& name : options.population) roles.populations.push_back(find(name));
  check_known(options.drop);
  check_known(options.categorical);
  assign_weights(table, options, roles);
  if (options.features.empty()) {
    std::vector<bool> taken(names.size(), false);
    taken[roles.target] = true;
    for (const std::size_t c : roles.populations) taken[c] = true;
    if (roles.weight) taken[*roles.weight] = true;
    for (const std::size_t c : roles.replicate_weights) taken[c] = true;
    for (const auto& name : options.drop)
      if (const auto at = index_of.find(name); at != index_of.end()) taken[at->second] = true;
    for (std::size_t c = 0; c < names.size(); ++c)
      if (!taken[c]) roles.features.push_back(c);
  } else {
    for (const auto& name : expanded(options.features, options.group))
      if (!has(table.too_many_levels, name)) roles.features.push_back(find(name));
  }
  for (const auto& name : table.too_many_levels)
    if (options.features.empty() ? !has(options.drop, name) : has(options.features, name))
      roles.not_stored.push_back(name);
  sort_by_feature(roles.features, table, options);
  return roles;
}

std::string population_title(const DatasetOptions& options) {
  return fmt::format("{}", fmt::join(options.population, " × "));
}

ColumnPlan plan_columns(const DatasetOptions& options) {
  check_options(options);
  ColumnPlan plan;
  if (!options.features.empty()) {
    plan.keep = expanded(options.features, options.group);
    plan.keep.push_back(options.target);
    plan.keep.insert(plan.keep.end(), options.population.begin(), options.population.end());
    if (!options.weight.empty()) plan.keep.push_back(options.weight);
  }
  plan.replicate_weights = options.replicate_weights;
  plan.drop = options.drop;
  // Populations are read as text: as floats, identifiers above 2^24 would run together.
  plan.categorical = options.categorical;
  plan.categorical.insert(plan.categorical.end(), options.population.begin(),
                          options.population.end());
  plan.max_levels = options.max_levels;
  plan.target = options.target;
  plan.required = options.population;
  plan.required.push_back(options.target);
  plan.target_is_number = options.task == Task::regression;
  return plan;
}

}  // namespace drfs
