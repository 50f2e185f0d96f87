#include "data/column_plan.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "data/name_pattern.hpp"
#include "data/number_text.hpp"

namespace drfs {
namespace {

using NameSet = std::unordered_set<std::string>;

NameSet known_subset(const std::string& source, const std::vector<std::string>& known,
                     const NameSet& known_set, const std::vector<std::string>& wanted) {
  for (const auto& name : wanted)
    if (!known_set.contains(name)) throw_unknown_name(source + ", column", name, known);
  return {wanted.begin(), wanted.end()};
}

}  // namespace

PlannedColumns plan_for(const std::string& source, const std::vector<std::string>& names,
                        const ColumnPlan& plan) {
  const NameSet known(names.begin(), names.end());
  const NameSet keep = known_subset(source, names, known, plan.keep);
  const NameSet drop = known_subset(source, names, known, plan.drop);
  const NameSet categorical = known_subset(source, names, known, plan.categorical);
  if (!plan.target.empty()) known_subset(source, names, known, {plan.target});
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
  std::vector<float> values;
  for (const float value : column.numbers)
    if (!std::isnan(value)) values.push_back(value + 0.0F);  // -0 and 0 are one level
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());

  std::vector<std::pair<std::string, float>> levels;
  for (const float value : values) levels.emplace_back(number_text(value), value);
  std::ranges::sort(levels);
  std::unordered_map<float, std::int32_t> code_of;
  for (const auto& [text, value] : levels) {
    code_of[value] = static_cast<std::int32_t>(column.levels.size());
    column.levels.push_back(text);
  }
  column.codes.reserve(column.numbers.size());
  for (const float value : column.numbers)
    column.codes.push_back(std::isnan(value) ? -1 : code_of.at(value + 0.0F));
  column.numbers = {};
  column.type = ColumnType::category;
}

}  // namespace drfs
