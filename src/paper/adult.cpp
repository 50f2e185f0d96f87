// UCI Adult in its original format (no header, ", " between the fields, a comment in the first
// line of the test file, whose labels end with a dot) and in the paper's encoding: 44 columns
// of numbers. fnlwgt is a survey weight, education says in words what education-num says, and
// native-country would be 42 columns more; none of them is among the paper's 44.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/whole_file.hpp"
#include "drfs/parse_number.hpp"
#include "drfs/public_data.hpp"

namespace drfs {
namespace {

enum class Use { number, one_hot, category, nothing };

struct AdultField {
  std::string_view name;
  Use use;
  std::vector<std::string_view> levels = {};
  std::string_view any_other = {};  ///< the level that stands for all that are not listed
};

/// In the order of the file. The levels are listed, not collected, so that every part of the
/// data has the same columns. "?" is a level: that somebody did not say is an answer, too.
const std::vector<AdultField>& adult_fields() {
  static const std::vector<AdultField> fields = {
      {"age", Use::number},
      {"workclass",
       Use::one_hot,
       {"?", "Federal-gov", "Local-gov", "Never-worked", "Private", "Self-emp-inc",
        "Self-emp-not-inc", "State-gov", "Without-pay"}},
      {"fnlwgt", Use::nothing},
      {"education", Use::nothing},
      {"education-num", Use::number},
      {"marital-status",
       Use::one_hot,
       {"Divorced", "Married-AF-spouse", "Married-civ-spouse", "Married-spouse-absent",
        "Never-married", "Separated", "Widowed"}},
      {"occupation",
       Use::one_hot,
       {"?", "Adm-clerical", "Armed-Forces", "Craft-repair", "Exec-managerial", "Farming-fishing",
        "Handlers-cleaners", "Machine-op-inspct", "Other-service", "Priv-house-serv",
        "Prof-specialty", "Protective-serv", "Sales", "Tech-support", "Transport-moving"}},
      {"relationship",
       Use::one_hot,
       {"Husband", "Not-in-family", "Other-relative", "Own-child", "Unmarried", "Wife"}},
      {"race", Use::one_hot, {"White", "other"}, "other"},
      {"sex", Use::category, {"Female", "Male"}},
      {"capital-gain", Use::number},
      {"capital-loss", Use::number},
      {"hours-per-week", Use::number},
      {"native-country", Use::nothing},
      {"income", Use::category, {"<=50K", ">50K"}}};
  return fields;
}

Table empty_table(const std::string& source) {
  Table table;
  table.source = source;
  const auto add = [&](std::string name, ColumnType type) -> Column& {
    return table.columns.emplace_back(Column{std::move(name), type, {}, {}, {}});
  };
  for (const auto& field : adult_fields()) {
    if (field.use == Use::nothing) table.left_out.emplace_back(field.name);
    if (field.use == Use::number) add(std::string(field.name), ColumnType::number);
    if (field.use == Use::one_hot)
      for (const auto level : field.levels)
        add(fmt::format("{}={}", field.name, level), ColumnType::number);
    if (field.use == Use::category)
      add(std::string(field.name), ColumnType::category)
          .levels.assign(field.levels.begin(), field.levels.end());
  }
  return table;
}

/// Where a text stands, for messages.
struct Place {
  const std::string& file;
  std::size_t line;
  std::string_view field = {};

  [[noreturn]] void fail(std::string_view value, std::string problem, std::string remedy) const {
    std::string thing = fmt::format("{}, line {}", file, line);
    if (!field.empty()) thing += fmt::format(", field '{}'", field);
    throw Error(ErrorCode::data,
                {std::move(thing), std::string(value), std::move(problem), std::move(remedy)});
  }
};

std::size_t level_of(const AdultField& field, std::string_view text, const Place& place) {
  for (std::size_t level = 0; level < field.levels.size(); ++level)
    if (text == field.levels[level] || (!text.empty() && field.levels[level] == field.any_other))
      return level;
  place.fail(
      text, "is none of its values",
      fmt::format("Known: {}. Take the files as UCI gives them", fmt::join(field.levels, ", ")));
}

/// Appends a field's value to its columns, and moves `column` past them.
void append(const AdultField& field, std::string_view text, const Place& place, Column*& column) {
  if (field.use == Use::number) {
    const auto number = parse_number<float>(text);
    if (!number || !std::isfinite(*number))
      place.fail(text, "is not a number", "Take the files as UCI gives them");
    (column++)->numbers.push_back(*number);
  } else if (field.use == Use::one_hot) {
    const std::size_t level = level_of(field, text, place);
    for (std::size_t i = 0; i < field.levels.size(); ++i)
      (column++)->numbers.push_back(i == level ? 1.0F : 0.0F);
  } else if (field.use == Use::category) {
    (column++)->codes.push_back(static_cast<std::int32_t>(level_of(field, text, place)));
  }
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \r\t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \r\t") - first + 1);
}

void append_row(Table& table, std::string_view line, const Place& place) {
  const auto& fields = adult_fields();
  const auto found = static_cast<std::size_t>(std::ranges::count(line, ',')) + 1;
  if (found != fields.size())
    place.fail("", fmt::format("has {} fields instead of {}", found, fields.size()),
               "Take the files as UCI gives them");
  Column* column = table.columns.data();
  for (const auto& field : fields) {
    const std::string_view text = trimmed(line.substr(0, line.find(',')));
    line.remove_prefix(std::min(line.size(), line.find(',') + 1));
    const bool dotted = field.name == "income" && text.ends_with('.');
    append(field, text.substr(0, text.size() - dotted), {place.file, place.line, field.name},
           column);
  }
  ++table.rows;
}

void append_file(Table& table, const std::string& path) {
  const std::string text = read_file(path);
  std::string_view rest = text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = trimmed(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(rest.size(), rest.substr(0, rest.find('\n')).size() + 1));
    const bool comment = line.starts_with('|');
    if (!line.empty() && !comment) append_row(table, line, {path, number});
  }
}

std::filesystem::path folder_of_files(const std::string& folder) {
  const std::filesystem::path given(folder);
  const auto exists = [](const std::filesystem::path& file) {
    std::error_code unreadable_is_absent;
    return std::filesystem::exists(file, unreadable_is_absent);
  };
  std::string missing;
  for (const auto& place : {given, given / "adult"}) {
    const bool data = exists(place / "adult.data"), test = exists(place / "adult.test");
    if (data && test) return place;
    if (data || test) missing = (place / (data ? "adult.test" : "adult.data")).string();
  }
  if (missing.empty()) missing = (given / "adult" / "adult.data").string();
  throw Error(ErrorCode::data,
              {missing, "", "does not exist",
               fmt::format("`drfs data get adult --data {}` fetches it; or put adult.data and "
                           "adult.test of the UCI Machine Learning Repository there",
                           folder)});
}

}  // namespace

Table read_adult(const std::string& folder, const Context& context) {
  const std::filesystem::path place = folder_of_files(folder);
  Table table = empty_table(place.string());
  for (const char* file : {"adult.data", "adult.test"}) {
    context.throw_if_stopped();
    append_file(table, (place / file).string());
  }
  return table;
}

}  // namespace drfs
