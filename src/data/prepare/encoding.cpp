#include "data/prepare/encoding.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"
#include "data/content_hash.hpp"
#include "data/number_text.hpp"
#include "data/prepare/presence.hpp"
#include "data/read/column_plan.hpp"

namespace drfs {
namespace {

/// What the rows in groups hold of one column.
struct Survey {
  bool has_value = false;
  bool varies = false;
  bool varies_in_a_group = false;
  float infinite = 0.0F;            ///< an infinite value, or 0
  std::vector<std::string> levels;  ///< used ones, sorted
  Presence presence;
};

/// The first value of each group says whether the others differ from it.
Survey survey_numbers(const Column& column, const Grouping& groups) {
  Survey survey;
  std::vector<float> first(groups.names.size(), kMissing);
  for (std::size_t row = 0; row < column.number_count(); ++row) {
    const float value = column.number(row);
    const std::int32_t group = groups.group_of_row[row];
    if (group < 0 || std::isnan(value)) continue;
    if (std::isinf(value)) survey.infinite = value;
    if (std::isnan(first[group])) first[group] = value;
    if (value != first[group]) survey.varies_in_a_group = true;
  }
  std::erase_if(first, [](float value) { return std::isnan(value); });
  survey.has_value = !first.empty();
  survey.varies = survey.varies_in_a_group ||
                  std::ranges::any_of(first, [&](float value) { return value != first[0]; });
  return survey;
}

Survey survey_levels(const Column& column, const Grouping& groups) {
  Survey survey;
  std::vector<std::int32_t> first(groups.names.size(), -1);
  std::vector<bool> used(column.levels.size(), false);
  for (std::size_t row = 0; row < column.codes.size(); ++row) {
    const std::int32_t code = column.codes[row];
    const std::int32_t group = groups.group_of_row[row];
    if (group < 0 || code < 0) continue;
    used[code] = true;
    if (first[group] < 0) first[group] = code;
    if (code != first[group]) survey.varies_in_a_group = true;
  }
  for (std::size_t level = 0; level < used.size(); ++level)
    if (used[level]) survey.levels.push_back(column.levels[level]);
  std::ranges::sort(survey.levels);
  survey.levels.erase(std::unique(survey.levels.begin(), survey.levels.end()), survey.levels.end());
  survey.has_value = !survey.levels.empty();
  survey.varies = survey.levels.size() > 1;
  return survey;
}

EncodedFeature encode(const Column& column, std::size_t index, Survey survey) {
  EncodedFeature encoded;
  encoded.feature.name = column.name;
  encoded.feature.label = column.label;
  encoded.feature.value_labels = column.value_labels;
  encoded.column = index;
  if (column.type == ColumnType::number) return encoded;
  for (const auto& level : column.levels) {
    const auto at = std::ranges::lower_bound(survey.levels, level);
    const bool used = at != survey.levels.end() && *at == level;
    encoded.level_rank.push_back(used ? static_cast<std::int32_t>(at - survey.levels.begin()) : -1);
  }
  for (const auto& level : survey.levels) encoded.level_hash.push_back(hash_text(level));
  encoded.feature.column_count = survey.levels.size();
  encoded.feature.levels = std::move(survey.levels);
  return encoded;
}

void throw_empty(const std::string& source, const std::vector<std::string>& names) {
  if (names.empty()) return;
  throw Error(
      ErrorCode::data,
      {source, "",
       fmt::format("has columns without any value in the rows used: {}", fmt::join(names, ", ")),
       fmt::format("Leave them out with --drop {}", fmt::join(names, ","))});
}

std::string too_many_levels(int max_levels) {
  return fmt::format("has more than {} levels", max_levels);
}

/// Why the column is left out; empty where it is usable.
std::string reason_to_leave_out(const Survey& survey, const Grouping& groups,
                                const DatasetOptions& options) {
  const bool gaps_tell =
      options.missing_values != MissingValues::median && survey.presence.gaps_tell_rows_apart();
  if (!survey.varies && !gaps_tell) return "is constant";
  if (!survey.varies_in_a_group && !gaps_tell) return "is constant in every population";
  if (survey.levels.size() > static_cast<std::size_t>(options.max_levels))
    return too_many_levels(options.max_levels);
  return reason_it_is_missed(survey.presence, groups, options);
}

void warn_of_left_out(const std::string& source, std::vector<LeftOut>& left_out,
                      const DatasetOptions& options, const Context& context) {
  std::ranges::sort(left_out, {}, &LeftOut::column);
  for (const auto& [column, reason] : left_out) {
    const bool asked_for = std::ranges::find(options.features, column) != options.features.end();
    context.log(Severity::warning,
                fmt::format("{}: column '{}'{} {}; it is left out", source, column,
                            asked_for ? ", which --features names," : "", reason));
  }
}

[[noreturn]] void throw_nothing_left(const std::string& source,
                                     const std::vector<LeftOut>& left_out) {
  const auto rare = std::ranges::find_if(left_out, [](const LeftOut& column) {
    return column.reason.find("--allow-missing-in") != std::string::npos;
  });
  throw Error(
      ErrorCode::data,
      {source, "", "has no usable feature column",
       rare == left_out.end() ? "Give columns that vary, with --features, or raise --max-levels"
                              : fmt::format("Column '{}' {}", rare->column, rare->reason)});
}

std::vector<Survey> survey_columns(Table& table, const std::vector<std::size_t>& columns,
                                   const Grouping& groups, const Context& context) {
  std::vector<Survey> surveys(columns.size());
  parallel_for(columns.size(), context, [&](std::size_t i, std::size_t) {
    const Column& column = table.columns[columns[i]];
    surveys[i] = column.type == ColumnType::number ? survey_numbers(column, groups)
                                                   : survey_levels(column, groups);
    surveys[i].presence = presence_of(column, groups);
  });
  return surveys;
}

}  // namespace

float canonical(float value) {
  return std::isnan(value) ? kMissing : value + 0.0F;
}

Encoding encode_features(Table& table, const ColumnRoles& roles, const Grouping& groups,
                         const DatasetOptions& options, const Context& context) {
  check_allowed_to_miss(options, groups);
  auto surveys = survey_columns(table, roles.features, groups, context);
  Encoding encoding;
  for (const auto& name : roles.not_stored)
    encoding.left_out.push_back({name, too_many_levels(options.max_levels)});
  std::vector<std::string> empty;
  std::size_t next_column = 0;
  for (std::size_t i = 0; i < roles.features.size(); ++i) {
    Column& column = table.columns[roles.features[i]];
    Survey& survey = surveys[i];
    if (survey.infinite != 0.0F)
      throw Error(ErrorCode::data, {fmt::format("{}, column '{}'", table.source, column.name),
                                    number_text(survey.infinite), "is not finite",
                                    "Fix the value, or declare it with --missing"});
    if (options.missing_values == MissingValues::refuse && survey.presence.any_gap())
      throw Error(ErrorCode::data,
                  {fmt::format("{}, column '{}'", table.source, column.name), "",
                   "has missing values (NaN)",
                   "Fill them, or say what becomes of them: --missing-values median"});
    if (!survey.has_value) {
      empty.push_back(column.name);
      continue;
    }
    if (auto reason = reason_to_leave_out(survey, groups, options); !reason.empty()) {
      encoding.left_out.push_back({column.name, std::move(reason)});
      column = Column{column.name, column.type, {}, {}, {}};
      continue;
    }
    const bool marks_missing =
        options.missing_values == MissingValues::indicator && survey.presence.any_gap();
    EncodedFeature& encoded =
        encoding.features.emplace_back(encode(column, roles.features[i], std::move(survey)));
    encoded.feature.marks_missing = marks_missing;
    encoded.feature.column_count += marks_missing ? 1 : 0;
    encoded.feature.first_column = next_column;
    next_column += encoded.feature.column_count;
  }
  warn_of_left_out(table.source, encoding.left_out, options, context);
  throw_empty(table.source, empty);
  if (encoding.features.empty()) throw_nothing_left(table.source, encoding.left_out);
  return encoding;
}

void encode_rows(const EncodedFeature& encoded, const Column& column,
                 std::span<const std::uint32_t> rows, MatrixView<float> out) {
  const bool marks = encoded.feature.marks_missing;
  const std::size_t mark = out.columns - 1;
  if (column.type == ColumnType::number) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const float value = column.number(rows[i]);
      out(i, 0) = canonical(value);
      if (marks) out(i, mark) = std::isnan(value) ? 1.0F : 0.0F;
    }
    return;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int32_t code = column.codes[rows[i]];
    const std::int32_t rank = code < 0 ? -1 : encoded.level_rank[code];
    for (std::size_t level = 0; level < out.columns; ++level)
      out(i, level) = rank < 0 && !marks ? kMissing : 0.0F;
    if (rank >= 0) out(i, static_cast<std::size_t>(rank)) = 1.0F;
    if (rank < 0 && marks) out(i, mark) = 1.0F;  // a level of its own: nothing is left to fill
  }
}

}  // namespace drfs
