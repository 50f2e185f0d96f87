#include "data/prepare/weight_roles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/name_pattern.hpp"

namespace drfs {
namespace {

using Names = std::vector<std::string>;

bool has(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

[[noreturn]] void refuse(std::string thing, std::string value, std::string problem,
                         std::string remedy) {
  throw Error(ErrorCode::usage,
              {std::move(thing), std::move(value), std::move(problem), std::move(remedy)});
}

std::size_t find(const Table& table, const std::string& name) {
  if (has(table.too_many_levels, name)) throw_text_weight(table.source, name);
  const auto at = std::ranges::find(table.columns, name, &Column::name);
  if (at == table.columns.end()) throw_unknown_name(table.source + ", column", name, table.names());
  return static_cast<std::size_t>(at - table.columns.begin());
}

/// "PWGTP*" fits PWGTP as well, which may be the weight itself.
Names names_that_fit(const Table& table, const std::string& pattern,
                     const DatasetOptions& options) {
  Names out;
  for (const auto& names : {table.names(), table.too_many_levels})
    for (const auto& name : names)
      if (fits(pattern, name) && name != options.weight && !has(options.drop, name))
        out.push_back(name);
  if (out.empty())
    refuse("option --replicate-weights", pattern, "fits no column",
           "Give a pattern such as 'PWGTP*', or a list of columns");
  return out;
}

/// The pattern may fit a column that another option names.
void check_free(const std::string& name, const DatasetOptions& options) {
  const auto taken = [&](const char* role) {
    refuse("column", name, fmt::format("is named in {} and fits --replicate-weights", role),
           "A column has one role: give another pattern, or a list of columns");
  };
  if (name == options.target) taken("--target");
  if (has(options.population, name)) taken("--population");
  if (has(options.features, name)) taken("--features");
}

}  // namespace

void check_weight_options(const DatasetOptions& options) {
  const Names& replicates = options.replicate_weights;
  const std::string option = "option --replicate-weights";
  require_option(options.replicate_scale >= 0 && std::isfinite(options.replicate_scale),
                 "replicate-scale", options.replicate_scale, "a number of at least 0");
  if (options.replicate_scale > 0 && replicates.empty())
    refuse("option --replicate-scale", "", "is of no use without --replicate-weights",
           "Name the columns of replicate weights");
  if (!replicates.empty() && options.weight.empty())
    refuse(option, "", "is of no use without --weight",
           "Name the column of the weights that these are replicates of");
  for (const auto& name : replicates)
    if (is_pattern(name) && (replicates.size() > 1 || std::ranges::count(name, '*') > 1))
      refuse(option, name, "is not the only name given, or has more than one star",
             "Give one pattern with one star, such as 'PWGTP*', or a list of columns");
  for (const auto& name : options.categorical)
    if (name == options.weight || has(replicates, name))
      refuse("column", name, "holds weights and is named in --categorical",
             "Weights are numbers: name it once");
}

void assign_weights(const Table& table, const DatasetOptions& options, ColumnRoles& roles) {
  if (options.weight.empty()) return;
  roles.weight = find(table, options.weight);
  Names replicates = options.replicate_weights;
  if (replicates.size() == 1 && is_pattern(replicates[0]))
    replicates = names_that_fit(table, replicates[0], options);
  std::ranges::sort(replicates);
  for (const auto& name : replicates) {
    check_free(name, options);
    roles.replicate_weights.push_back(find(table, name));
  }
}

void throw_text_weight(const std::string& source, const std::string& column) {
  throw Error(ErrorCode::data,
              {fmt::format("{}, column '{}'", source, column), "",
               "is text, but weights are numbers", "Name a column of numbers, or mend this one"});
}

}  // namespace drfs
