#include "methods/option_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "drfs/parse_number.hpp"

namespace drfs {
namespace {

using Names = std::vector<std::string>;

[[noreturn]] void throw_form(std::string_view option, const std::string& text,
                             std::string_view form) {
  throw Error(ErrorCode::usage, {fmt::format("option --{}", option), text, "is not understood",
                                 fmt::format("Give --{} {}", option, form)});
}

/// Names between commas.
Names parse_names(std::string_view list) {
  Names names(1);
  for (const char c : list)
    if (c == ',')
      names.emplace_back();
    else
      names.back() += c;
  return names;
}

/// What comes before the first colon, and what after it.
std::pair<std::string, std::string> at_colon(std::string_view option, const std::string& text,
                                             std::string_view form) {
  const auto colon = text.find(':');
  if (colon == 0 || colon == std::string::npos || colon + 1 == text.size())
    throw_form(option, text, form);
  return {text.substr(0, colon), text.substr(colon + 1)};
}

std::optional<Price> parse_price(const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) return std::nullopt;
  Price price{text.substr(0, equals), {}};
  std::string_view rest = std::string_view(text).substr(equals + 1);
  if (const auto amount = parse_number<double>(rest)) {
    price.amounts["cost"] = *amount;
    return price;
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
      price.set_up = value;
    else if (!amount || !price.amounts.emplace(resource, *amount).second)
      return std::nullopt;
  }
  return price.amounts.empty() ? std::nullopt : std::optional(price);
}

Names cost_texts(const RuleOptions& options) {
  if (!options.cost_file.empty()) return {options.cost_file};
  Names texts;
  for (const auto& price : options.prices) texts.push_back(text_of(price));
  return texts;
}

}  // namespace

NamedAmount parse_amount(std::string_view option, const std::string& text, std::string_view form) {
  const auto equals = text.rfind('=');
  const bool named = equals != std::string::npos;
  const auto amount = parse_number<double>(std::string_view(text).substr(named ? equals + 1 : 0));
  if (!amount || !(*amount >= 0) || std::isinf(*amount) || equals == 0)
    throw_form(option, text, form);
  return {named ? text.substr(0, equals) : "", *amount};
}

std::string text_of(const NamedAmount& amount) {
  return amount.name.empty() ? fmt::format("{}", amount.amount)
                             : fmt::format("{}={}", amount.name, amount.amount);
}

AtMost parse_at_most(const std::string& text) {
  constexpr std::string_view kForm = "2:a,b,c";
  const auto [number, names] = at_colon("at-most", text, kForm);
  const auto count = parse_number<int>(number);
  if (!count || *count < 0) throw_form("at-most", text, kForm);
  return {*count, parse_names(names)};
}

std::string text_of(const AtMost& rule) {
  return fmt::format("{}:{}", rule.count, text_of(rule.features));
}

Names parse_either(const std::string& text) {
  return parse_names(text);
}

Needs parse_needs(const std::string& text) {
  constexpr std::string_view kForm = "a:b, where a is of use only with b";
  const auto [feature, others] = at_colon("needs", text, kForm);
  return {feature, parse_names(others)};
}

std::string text_of(const Needs& rule) {
  return fmt::format("{}:{}", rule.feature, text_of(rule.others));
}

void parse_costs(const Names& texts, RuleOptions& options) {
  options.cost_file.clear();
  options.prices.clear();
  for (const auto& text : texts) {
    if (auto price = parse_price(text)) {
      options.prices.push_back(std::move(*price));
    } else if (texts.size() == 1) {
      options.cost_file = text;
    } else {
      throw Error(ErrorCode::usage,
                  {"option --cost", text, "is not of the form name=amount",
                   "Give one CSV file, or for each feature name=amount or, where there are several "
                   "resources, name=minutes:2;money:5"});
    }
  }
}

std::string text_of(const Price& price) {
  if (price.amounts.size() == 1 && price.amounts.contains("cost") && price.set_up.empty())
    return fmt::format("{}={}", price.name, price.amounts.at("cost"));
  Names parts;
  for (const auto& [resource, amount] : price.amounts)
    parts.push_back(fmt::format("{}:{}", resource, amount));
  if (!price.set_up.empty()) parts.push_back("setup:" + price.set_up);
  return fmt::format("{}={}", price.name, fmt::join(parts, ";"));
}

std::string text_of(const Names& names) {
  return fmt::format("{}", fmt::join(names, ","));
}

void describe(RuleOptions& o, OptionVisitor& v) {
  v.group("Costs and rules");
  v.option(
      "cost",
      Texts{[&o] { return cost_texts(o); }, [&o](const Names& texts) { parse_costs(texts, o); }},
      "What features cost: a CSV file (feature,cost) or name=amount,…");
  v.option("budget-cost",
           written(
               o.budget_cost,
               [](const std::string& text) {
                 return parse_amount("budget-cost", text,
                                     "12.5, or minutes=10,money=50 where there are several");
               },
               kTextOf),
           "Most that the choice may cost; resource=amount,… where the file has several");
  v.option("include", o.include, "Features that must be chosen");
  v.option("exclude", o.exclude, "Features that must not be chosen");
  v.option("at-most", written(o.at_most, parse_at_most, kTextOf, true),
           "At most so many of a list, as 2:a,b,c; may be repeated");
  v.option("either", written(o.either, parse_either, kTextOf, true),
           "One of these and one only, as a,b; may be repeated");
  v.option("needs", written(o.needs, parse_needs, kTextOf, true),
           "A feature that is of use only with others, as a:b,c; may be repeated");
}

}  // namespace drfs
