#include "select/costs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "data/side_file.hpp"

namespace drfs {
namespace {

/// What one row of a cost file, or one `name=amount`, says.
struct Price {
  std::vector<double> amounts;  // per resource
  std::string set_up;
};

/// All that was said, under the name of a feature or a set-up.
struct PriceList {
  std::vector<std::string> resources;
  std::map<std::string, Price> prices;
  std::string source;  // for messages
};

[[noreturn]] void throw_cost(const std::string& thing, const std::string& value,
                             const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::data, {thing, value, problem, remedy});
}

void check_amount(const std::string& source, const std::string& name, double amount) {
  if (std::isnan(amount))
    throw_cost(fmt::format("{}, cost of '{}'", source, name), "", "is missing",
               "Give a number of at least 0");
  if (!(amount >= 0) || std::isinf(amount))
    throw_cost(fmt::format("{}, cost of '{}'", source, name), fmt::format("{}", amount),
               "is not a cost", "Give a number of at least 0");
}

PriceList read_file(const std::string& path, const Context& context) {
  const Table table = read_side_file(path, {"feature", "setup"}, context);
  PriceList list;
  list.source = path;
  const Column *names = nullptr, *set_ups = nullptr;
  std::vector<const Column*> amounts;
  for (const auto& column : table.columns) {
    if (column.name == "feature") {
      names = &column;
    } else if (column.name == "setup") {
      set_ups = &column;
    } else if (column.type == ColumnType::number) {
      amounts.push_back(&column);
      list.resources.push_back(column.name);
    } else {
      throw_cost(fmt::format("{}, column '{}'", path, column.name), "", "has texts, not costs",
                 "Give numbers, or take the column out of the file");
    }
  }
  if (names == nullptr || amounts.empty())
    throw_cost(path, "", "has no column 'feature', or no column of costs beside it",
               "Begin the file with a line such as feature,cost");
  for (std::size_t row = 0; row < table.rows; ++row) {
    const std::string name = text_of(*names, row);
    Price price;
    for (const Column* amount : amounts) {
      check_amount(path, name, amount->numbers[row]);
      // Amounts are short decimals; as they are written they add up better than as floats.
      price.amounts.push_back(std::stod(fmt::format("{}", amount->numbers[row])));
    }
    if (set_ups != nullptr) price.set_up = text_of(*set_ups, row);
    if (!list.prices.emplace(name, price).second)
      throw_cost(path, name, "is there twice", "Give each feature one row");
  }
  return list;
}

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stopped == end ? std::optional(value) : std::nullopt;
}

PriceList read_entries(const std::vector<std::string>& entries, const Context& context) {
  PriceList list;
  list.source = "option --cost";
  for (const auto& entry : entries) {
    const auto equals = entry.rfind('=');
    const auto amount =
        equals == std::string::npos ? std::nullopt : number_in(entry.substr(equals + 1));
    if (!amount) {
      if (entries.size() == 1) return read_file(entry, context);
      throw Error(ErrorCode::usage, {"option --cost", entry, "is not of the form name=amount",
                                     "Give one CSV file, or name=amount for each feature"});
    }
    check_amount(list.source, entry.substr(0, equals), *amount);
    list.prices[entry.substr(0, equals)] = {{*amount}, ""};
  }
  list.resources = {"cost"};
  return list;
}

/// Names the feature whose cost is missing and what the list has instead.
const Price& price_of(const PriceList& list, const std::string& feature) {
  const auto found = list.prices.find(feature);
  if (found != list.prices.end()) return found->second;
  std::vector<std::string> listed;
  for (const auto& [name, price] : list.prices) listed.push_back(name);
  const std::string near = nearest_name(feature, listed);
  throw_cost(fmt::format("{}, cost of '{}'", list.source, feature), "", "is missing",
             near.empty() ? "Give every candidate a cost, or leave it out with --exclude"
                          : fmt::format("The list has '{}': is that the one?", near));
}

void add_to_set_up(Costs& costs, const PriceList& list, const std::string& name,
                   std::size_t feature) {
  for (auto& set_up : costs.set_ups)
    if (set_up.name == name) {
      set_up.opens.push_back(feature);
      return;
    }
  costs.set_ups.push_back({name, {feature}, price_of(list, name).amounts});
}

}  // namespace

double Costs::of(std::size_t resource, const FeatureSet& set) const {
  double sum = 0;
  for (std::size_t feature : set) sum += features[resource][feature];
  for (const auto& set_up : set_ups)
    if (is_needed(set_up, set)) sum += set_up.cost[resource];
  return sum;
}

bool Costs::is_needed(const SetUp& set_up, const FeatureSet& set) {
  return std::ranges::any_of(set_up.opens, [&](std::size_t f) { return contains(set, f); });
}

Costs read_costs(const std::vector<std::string>& entries, const Dataset& data,
                 const Context& context) {
  const std::size_t count = data.features.size();
  if (entries.empty()) return {{"cost"}, {std::vector<double>(count, 1.0)}, {}};
  const PriceList list = read_entries(entries, context);
  Costs costs{list.resources, {}, {}};
  costs.features.assign(list.resources.size(), std::vector<double>(count));
  for (std::size_t f = 0; f < count; ++f) {
    const Price& price = price_of(list, data.features[f].name);
    for (std::size_t r = 0; r < price.amounts.size(); ++r) costs.features[r][f] = price.amounts[r];
    if (!price.set_up.empty()) add_to_set_up(costs, list, price.set_up, f);
  }
  return costs;
}

}  // namespace drfs
