#include "data/read/column_plan.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "data/levels.hpp"
#include "data/name_pattern.hpp"
#include "data/number_text.hpp"

namespace drfs {
namespace {

using NameSet = std::unordered_set<std::string>;

NameSet set_of(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

void check_names(const std::string& source, const std::vector<std::string>& names,
                 const ColumnPlan& plan) {
  const NameSet known = set_of(names);
  const auto check = [&](const std::string& name) {
    if (known.contains(name)) return;
    std::vector<std::string> choices = names;
    // First: of many names a message shows only some.
    if (name.starts_with('@')) choices.emplace(choices.begin(), kFileColumn);
    throw_unknown_name(source + ", column", name, choices);
  };
  for (const auto* wanted : {&plan.keep, &plan.drop, &plan.categorical, &plan.required})
    std::ranges::for_each(*wanted, check);
  if (!plan.target.empty()) check(plan.target);
}

PlannedColumns plan_for(const std::string& source, const std::vector<std::string>& names,
                        const ColumnPlan& plan) {
  if (!plan.of_a_part) check_names(source, names, plan);
  const NameSet keep = set_of(plan.keep), drop = set_of(plan.drop);
  const NameSet categorical = set_of(plan.categorical);
  PlannedColumns planned;
  for (const auto& name : names) {
    const bool replicate = std::ranges::any_of(
        plan.replicate_weights, [&](const auto& pattern) { return fits(pattern, name); });
    planned.keep.push_back((keep.empty() || keep.contains(name) || replicate) &&
                           !drop.contains(name));
    planned.categorical.push_back(categorical.contains(name));
    const bool limited = !categorical.contains(name) && name != plan.target;
    planned.most_levels.push_back(limited ? static_cast<std::size_t>(plan.max_levels) : 0);
  }
  return planned;
}

void apply_plan(Table& table, const ColumnPlan& plan) {
  const PlannedColumns planned = plan_for(table.source, table.names(), plan);
  std::vector<Column> kept;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    Column& column = table.columns[c];
    if (!planned.keep[c]) {
      table.left_out.push_back(column.name);
      continue;
    }
    if (planned.categorical[c]) make_categorical(column);
    kept.push_back(std::move(column));
  }
  table.columns = std::move(kept);
}

void make_categorical(Column& column) {
  if (column.type == ColumnType::category) return;
  const std::vector<float> numbers = column.take_numbers();
  std::vector<float> values;
  for (const float value : numbers)
    if (!std::isnan(value)) values.push_back(value + 0.0F);  // -0 and 0 are one level
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());

  std::vector<std::string> texts;
  std::unordered_map<float, std::int32_t> code_of;
  for (const float value : values) {
    code_of[value] = static_cast<std::int32_t>(texts.size());
    texts.push_back(number_text(value));
  }
  std::vector<CodeLabel> labels;
  for (const auto& [value, label] : column.value_labels)
    labels.push_back({number_text(static_cast<float>(value) + 0.0F), label});
  column.levels = name_levels(std::move(texts), labels);
  column.value_labels = {};
  column.codes.reserve(numbers.size());
  for (const float value : numbers)
    column.codes.push_back(std::isnan(value) ? -1 : code_of.at(value + 0.0F));
  sort_levels(column);
  column.type = ColumnType::category;
}

}  // namespace drfs
