// From a file of costs, or from prices, to what every feature costs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "data/read/side_file.hpp"
#include "methods/make_problem.hpp"

namespace drfs {
namespace {

/// What each name costs: a feature, or a set-up.
struct PriceList {
  std::vector<std::string> resources;
  std::map<std::string, Price> prices;
  std::string source;  // for messages

  std::vector<double> amounts(const Price& price) const {
    std::vector<double> out;
    for (const auto& resource : resources) out.push_back(price.amounts.at(resource));
    return out;
  }
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
    Price price{text_of(*names, row), {}};
    for (const Column* amount : amounts) {
      check_amount(path, price.name, amount->numbers[row]);
      // Amounts are short decimals; as they are written they add up better than as floats.
      price.amounts[amount->name] = std::stod(fmt::format("{}", amount->numbers[row]));
    }
    if (set_ups != nullptr) price.set_up = text_of(*set_ups, row);
    if (!list.prices.emplace(price.name, price).second)
      throw_cost(path, price.name, "is there twice", "Give each feature one row");
  }
  return list;
}

/// Resources are in the order of their names.
PriceList list_of(const std::vector<Price>& prices) {
  PriceList list;
  list.source = "option --cost";
  std::set<std::string> resources;
  for (const auto& price : prices)
    for (const auto& [resource, amount] : price.amounts) resources.insert(resource);
  list.resources.assign(resources.begin(), resources.end());
  for (const auto& price : prices) {
    for (const auto& resource : list.resources) {
      const auto found = price.amounts.find(resource);
      if (found == price.amounts.end())
        throw_cost(fmt::format("{}, cost of '{}'", list.source, price.name), "",
                   fmt::format("has no '{}', which others have", resource),
                   "Give every feature an amount of each resource, 0 where it takes none");
      check_amount(list.source, price.name, found->second);
    }
    if (!list.prices.emplace(price.name, price).second)
      throw_cost(list.source, price.name, "is there twice", "Give each feature one cost");
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
  costs.set_ups.push_back({name, {feature}, list.amounts(price_of(list, name))});
}

}  // namespace

Costs make_costs(const Dataset& data, const RuleOptions& options, const Context& context) {
  const std::size_t count = data.features.size();
  if (options.cost_file.empty() && options.prices.empty())
    return {{"cost"}, {std::vector<double>(count, 1.0)}, {}};
  if (!options.cost_file.empty() && !options.prices.empty())
    throw_cost("option --cost", options.cost_file, "comes with prices beside it",
               "Give the file or the prices, not both");
  const PriceList list =
      options.cost_file.empty() ? list_of(options.prices) : read_file(options.cost_file, context);
  Costs costs{list.resources, {}, {}};
  costs.features.assign(list.resources.size(), std::vector<double>(count));
  for (std::size_t f = 0; f < count; ++f) {
    const Price& price = price_of(list, data.features[f].name);
    const auto amounts = list.amounts(price);
    for (std::size_t r = 0; r < amounts.size(); ++r) costs.features[r][f] = amounts[r];
    if (!price.set_up.empty()) add_to_set_up(costs, list, price.set_up, f);
  }
  return costs;
}

}  // namespace drfs
