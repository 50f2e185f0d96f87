#include "data/read/stat/stat_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "data/number_text.hpp"
#include "data/utf8.hpp"
#include "drfs/parse_number.hpp"

namespace drfs {
namespace {

bool every_value_has_a_label(const Column& column) {
  std::unordered_set<float> labelled;
  for (const auto& [value, label] : column.value_labels) labelled.insert(static_cast<float>(value));
  return !labelled.empty() && !column.rounded &&
         std::ranges::all_of(column.numbers, [&](float value) {
           return std::isnan(value) || labelled.contains(value);
         });
}

}  // namespace

bool numbers_are_names(const StatVariable& variable, bool planned_category,
                       const ColumnPlan& plan) {
  if (planned_category) return true;
  const bool number_wanted = plan.target_is_number && variable.name == plan.target;
  return variable.measure == Measure::nominal && !number_wanted;
}

StatColumns::StatColumns(const std::string& source, const std::vector<StatVariable>& variables,
                         const PlannedColumns& planned, const ReadOptions& options,
                         const ColumnPlan& plan)
    : source_(source), markers_(options.missing), slot_of_variable_(variables.size(), 0) {
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (!planned.keep[v]) continue;
    slot_of_variable_[v] = slots_.size();
    StatSlot& slot = slots_.emplace_back();
    slot.variable = &variables[v];
    slot.column.name = variables[v].name;
    slot.column.label = variables[v].label;
    if (variables[v].text || numbers_are_names(variables[v], planned.categorical[v], plan)) {
      slot.column.type = ColumnType::category;
      slot.levels.reset(planned.most_levels[v]);
    }
    declare_missing(slot, options);
  }
}

/// The texts of --missing stand for texts, for numbers that they spell, and for labels.
void StatColumns::declare_missing(StatSlot& slot, const ReadOptions& options) const {
  for (const auto& marker : options.missing)
    if (const auto value = parse_number<double>(marker); value && !std::isnan(*value))
      slot.missing_values.push_back(*value);
  for (const auto& [value, label] : slot.variable->value_labels)
    if (markers_.contains(label)) slot.missing_values.push_back(value);
  for (const auto& [code, label] : slot.variable->code_labels)
    if (slot.variable->text && markers_.contains(label)) slot.missing_texts.push_back(code);
}

void StatColumns::missing(std::size_t variable) {
  StatSlot& slot = slot_of(variable);
  if (slot.column.type == ColumnType::number)
    slot.column.numbers.push_back(kMissing);
  else if (!slot.levels.gave_up())
    slot.column.codes.push_back(-1);
}

void StatColumns::number(std::size_t variable, double value) {
  StatSlot& slot = slot_of(variable);
  if (std::isnan(value) ||
      std::ranges::find(slot.missing_values, value) != slot.missing_values.end())
    return missing(variable);
  if (slot.column.type == ColumnType::category) return add_level(slot, code_text(value));
  const auto single = static_cast<float>(value);
  const std::size_t row = slot.column.numbers.size() + 1;
  if (!std::isfinite(single))
    throw Error(
        ErrorCode::data,
        {place_of(slot, row), code_text(value), "is not a finite number in single precision",
         fmt::format("Fix the value, declare it with --missing, or leave the column out "
                     "with --drop {}",
                     slot.column.name)});
  if (slot.rounded_row == 0 && std::trunc(value) == value && static_cast<double>(single) != value) {
    slot.rounded_row = row;
    slot.rounded_value = value;
  }
  slot.column.numbers.push_back(single);
}

void StatColumns::text(std::size_t variable, std::string_view value) {
  StatSlot& slot = slot_of(variable);
  if (markers_.contains(value) ||
      std::ranges::find(slot.missing_texts, value) != slot.missing_texts.end())
    return missing(variable);
  add_level(slot, value);
}

void StatColumns::add_level(StatSlot& slot, std::string_view text) {
  if (slot.levels.gave_up()) return;
  const std::size_t before = slot.levels.size();
  slot.column.codes.push_back(slot.levels.insert(text));
  if (slot.levels.gave_up()) slot.column.codes = {};
  if (slot.levels.size() > before && !is_utf8(text))
    throw Error(ErrorCode::data, {place_of(slot, slot.column.codes.size()), shown(text),
                                  "is not UTF-8", "Save the file as Unicode"});
}

std::string StatColumns::place_of(const StatSlot& slot, std::size_t row) const {
  return fmt::format("{}, row {}, column '{}'", source_, row, slot.column.name);
}

void StatColumns::warn_of_rounding(const StatSlot& slot, const Context& context) const {
  if (slot.rounded_row == 0) return;
  context.log(Severity::warning,
              fmt::format("{}: column '{}' has whole numbers above 16,777,216, which are rounded "
                          "to single precision, first '{}' in row {}; subtract a constant from "
                          "them, or use --categorical {} if they are codes",
                          source_, slot.column.name, code_text(slot.rounded_value),
                          slot.rounded_row, slot.column.name));
}

void StatColumns::finish(Table& table, const ColumnPlan& plan, const Context& context) {
  for (StatSlot& slot : slots_) {
    Column& column = slot.column;
    if (column.type == ColumnType::category) {
      if (slot.levels.gave_up()) {
        table.too_many_levels.push_back(column.name);
        continue;
      }
      column.levels = name_levels(slot.levels.levels(), slot.variable->code_labels);
      sort_levels(column);
    } else {
      warn_of_rounding(slot, context);
      column.rounded = slot.rounded_row > 0;
      column.value_labels = slot.variable->value_labels;
      if (column.name == plan.target && !plan.target_is_number &&
          slot.variable->measure == Measure::unknown && every_value_has_a_label(column))
        make_categorical(column);
    }
    table.columns.push_back(std::move(column));
  }
}

}  // namespace drfs
