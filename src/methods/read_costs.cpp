// From a file of costs, or name=amount, to what every feature costs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "data/read/side_file.hpp"
#include "drfs/parse_number.hpp"
#include "methods/read_problem.hpp"

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

/// One `name=amount` or `name=resource:amount;…;setup:what`.
struct Entry {
  std::string name;
  std::map<std::string, double> amounts;  // by resource
  std::string set_up;
};

std::optional<Entry> parse_entry(const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) return std::nullopt;
  Entry entry{text.substr(0, equals), {}, ""};
  std::string_view rest = std::string_view(text).substr(equals + 1);
  if (const auto amount = parse_number<double>(rest)) {
    entry.amounts["cost"] = *amount;
    return entry;
  }
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const auto colon = part.find(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    const std::string resource(part.substr(0, colon));
    const std::string_view value = part.substr(colon + 1);
    const auto amount = parse_number<double>(value);
    if (resource == "setup")
      entry.set_up = value;
    else if (!amount || !entry.amounts.emplace(resource, *amount).second)
      return std::nullopt;
  }
  return entry.amounts.empty() ? std::nullopt : std::optional(entry);
}

PriceList read_entries(const std::vector<std::string>& entries, const Context& context) {
  PriceList list;
  list.source = "option --cost";
  std::vector<Entry> parsed;
  for (const auto& text : entries) {
    auto entry = parse_entry(text);
    if (!entry) {
      if (entries.size() == 1) return read_file(text, context);
      throw Error(ErrorCode::usage,
                  {"option --cost", text, "is not of the form name=amount",
                   "Give one CSV file, or for each feature name=amount or, where there are several "
                   "resources, name=minutes:2;money:5"});
    }
    for (const auto& [resource, amount] : entry->amounts)
      if (std::ranges::find(list.resources, resource) == list.resources.end())
        list.resources.push_back(resource);
    parsed.push_back(std::move(*entry));
  }
  std::ranges::sort(list.resources);
  for (const auto& [name, amounts, set_up] : parsed) {
    Price price{{}, set_up};
    for (const auto& resource : list.resources) {
      const auto found = amounts.find(resource);
      if (found == amounts.end())
        throw_cost(fmt::format("{}, cost of '{}'", list.source, name), "",
                   fmt::format("has no '{}', which others have", resource),
                   "Give every feature an amount of each resource, 0 where it takes none");
      check_amount(list.source, name, found->second);
      price.amounts.push_back(found->second);
    }
    list.prices[name] = std::move(price);
  }
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

Costs read_costs(const Dataset& data, const std::vector<std::string>& entries,
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
