#include "data/prepare/column_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace drfs {
namespace {

Feature group_of(const std::string& name, std::vector<Feature> parts) {
  Feature group;
  group.name = name;
  group.first_column = parts.front().first_column;
  group.column_count = 0;
  std::vector<std::string> columns;
  for (const auto& part : parts) {
    group.column_count += part.column_count;
    columns.push_back(part.name);
  }
  group.label = fmt::format("{}", fmt::join(columns, ", "));
  group.parts = std::move(parts);
  return group;
}

}  // namespace

FeatureGroup parse_group(const std::string& text) {
  const auto equals = text.find('=');
  FeatureGroup group{text.substr(0, equals), {}};
  if (equals != std::string::npos) {
    std::string_view rest = std::string_view(text).substr(equals + 1);
    for (auto comma = rest.find(','); comma != std::string_view::npos; comma = rest.find(',')) {
      group.columns.emplace_back(rest.substr(0, comma));
      rest.remove_prefix(comma + 1);
    }
    group.columns.emplace_back(rest);
  }
  if (group.name.empty() || group.columns.empty() ||
      std::ranges::find(group.columns, "") != group.columns.end())
    throw Error(ErrorCode::usage, {"option --group", text, "is not understood",
                                   "Give a name and columns: --group mood=q1,q2,q3"});
  return group;
}

std::string text_of_group(const FeatureGroup& group) {
  return fmt::format("{}={}", group.name, fmt::join(group.columns, ","));
}

std::map<std::string, std::string> groups_of_columns(const std::vector<FeatureGroup>& groups) {
  std::map<std::string, std::string> group_of;
  for (const auto& group : groups) {
    for (const auto& column : group.columns) {
      const auto [at, fresh] = group_of.emplace(column, group.name);
      if (!fresh)
        throw Error(ErrorCode::usage,
                    {"option --group, column", column,
                     fmt::format("is in '{}' and in '{}'", at->second, group.name),
                     "A column can be in one group, once"});
    }
  }
  return group_of;
}

std::vector<std::string> expanded(const std::vector<std::string>& names,
                                  const std::vector<FeatureGroup>& groups) {
  std::vector<std::string> out;
  for (const auto& name : names) {
    const auto group = std::ranges::find(groups, name, &FeatureGroup::name);
    if (group == groups.end())
      out.push_back(name);
    else
      out.insert(out.end(), group->columns.begin(), group->columns.end());
  }
  return out;
}

std::span<const Feature> parts_of(const Feature& feature) {
  return feature.parts.empty() ? std::span(&feature, 1) : std::span(feature.parts);
}

void group_features(Dataset& dataset, const DatasetOptions& options) {
  const auto group_of_column = groups_of_columns(options.group);
  if (group_of_column.empty()) return;
  // The parts of a group stand next to each other since the columns were put in order.
  std::vector<Feature> features;
  for (auto next = dataset.features.begin(); next != dataset.features.end();) {
    const auto found = group_of_column.find(next->name);
    if (found == group_of_column.end()) {
      features.push_back(std::move(*next++));
      continue;
    }
    std::vector<Feature> parts;
    for (; next != dataset.features.end(); ++next) {
      const auto other = group_of_column.find(next->name);
      if (other == group_of_column.end() || other->second != found->second) break;
      parts.push_back(std::move(*next));
    }
    features.push_back(group_of(found->second, std::move(parts)));
  }
  dataset.features = std::move(features);
}

}  // namespace drfs
