// From the options' texts to rules about features.
#include "drfs/rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "drfs/parse_number.hpp"
#include "methods/read_problem.hpp"

namespace drfs {
namespace {

using Kind = Rule::Kind;
using Texts = std::vector<std::string>;

Texts split(std::string_view text, char at) {
  Texts parts(1);
  for (const char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

[[noreturn]] void throw_form(std::string_view option, const std::string& text,
                             std::string_view form) {
  throw Error(ErrorCode::usage, {fmt::format("option --{}", option), text, "is not understood",
                                 fmt::format("Give --{} {}", option, form)});
}

double number_of(std::string_view option, const std::string& text, std::string_view form,
                 std::string_view number) {
  const auto value = parse_number<double>(number);
  if (!value || !(*value >= 0)) throw_form(option, text, form);
  return *value;
}

/// What comes before the first colon, and what after it.
std::pair<std::string, std::string> at_colon(std::string_view option, const std::string& text,
                                             std::string_view form) {
  const auto colon = text.find(':');
  if (colon == 0 || colon == std::string::npos || colon + 1 == text.size())
    throw_form(option, text, form);
  return {text.substr(0, colon), text.substr(colon + 1)};
}

/// Reads the options' texts with the names of the data set's features at hand.
class RuleReader {
 public:
  RuleReader(const Dataset& data, const Costs& costs) : data_(data), costs_(costs) {}

  std::vector<Rule> read(int budget, const RuleOptions& options) {
    if (budget > 0)
      rules_.push_back({Kind::budget, fmt::format("--budget {}", budget), {}, double(budget)});
    for (const auto& text : options.budget_cost) add_limit(text);
    for (const auto& name : options.include)
      rules_.push_back({Kind::include, "--include " + name, {feature("include", name)}});
    for (const auto& name : options.exclude) add_exclusion(name);
    for (const auto& text : options.at_most) add_at_most(text);
    for (const auto& text : options.either)
      rules_.push_back({Kind::one_of, "--either " + text, list("either", text, "a,b", text)});
    for (const auto& text : options.needs) add_need(text);
    return std::move(rules_);
  }

 private:
  std::size_t feature(std::string_view option, const std::string& name) const {
    Texts known;
    for (std::size_t f = 0; f < data_.features.size(); ++f) {
      if (data_.features[f].name == name) return f;
      known.push_back(data_.features[f].name);
    }
    for (const auto& left_out : data_.left_out)
      if (left_out.column == name)
        throw Error(ErrorCode::data,
                    {fmt::format("option --{}", option), name, left_out.reason + " and left out",
                     "Take the feature out of the option"});
    throw_unknown_name(fmt::format("option --{}", option), name, known);
  }

  FeatureSet list(std::string_view option, const std::string& text, std::string_view form,
                  std::string_view names) const {
    FeatureSet out;
    for (const auto& name : split(names, ',')) out.push_back(feature(option, name));
    std::ranges::sort(out);
    if (std::ranges::adjacent_find(out) != out.end()) throw_form(option, text, form);
    return out;
  }

  void add_exclusion(const std::string& name) {
    const bool already = std::ranges::any_of(
        data_.left_out, [&](const LeftOut& left_out) { return left_out.column == name; });
    if (!already)
      rules_.push_back({Kind::exclude, "--exclude " + name, {feature("exclude", name)}});
  }

  void add_limit(const std::string& text) {
    const std::string_view form = "12.5, or minutes=10,money=50 where there are several";
    const auto equals = text.rfind('=');
    std::size_t resource = 0;
    if (equals != std::string::npos) {
      const std::string name = text.substr(0, equals);
      const auto found = std::ranges::find(costs_.resources, name);
      if (found == costs_.resources.end())
        throw_unknown_name("option --budget-cost", name, costs_.resources);
      resource = static_cast<std::size_t>(found - costs_.resources.begin());
    } else if (costs_.resources.size() > 1) {
      throw Error(
          ErrorCode::usage,
          {"option --budget-cost", text,
           fmt::format("does not say of what: there are {}", fmt::join(costs_.resources, ", ")),
           fmt::format("Give e.g. --budget-cost {}={}", costs_.resources[0], text)});
    }
    const double limit =
        number_of("budget-cost", text, form, std::string_view(text).substr(equals + 1));
    rules_.push_back({Kind::cost, "--budget-cost " + text, {}, limit, resource});
  }

  void add_at_most(const std::string& text) {
    const std::string_view form = "2:a,b,c";
    const auto [number, names] = at_colon("at-most", text, form);
    rules_.push_back({Kind::at_most, "--at-most " + text, list("at-most", text, form, names),
                      number_of("at-most", text, form, number)});
  }

  void add_need(const std::string& text) {
    const std::string_view form = "a:b, where a is of use only with b";
    const auto [name, names] = at_colon("needs", text, form);
    Rule rule{Kind::needs, "--needs " + text, list("needs", text, form, names)};
    rule.needing = feature("needs", name);
    rules_.push_back(std::move(rule));
  }

  const Dataset& data_;
  const Costs& costs_;
  std::vector<Rule> rules_;
};

/// More features than there are to choose from is a slip of the pen, not a generous limit.
void check_budget_of_rest(const Dataset& data, const Constraints& constraints, int budget) {
  std::set<std::size_t> excluded;
  for (const auto& rule : constraints.rules())
    if (rule.kind == Kind::exclude) excluded.insert(rule.features[0]);
  check_budget(budget, data.features.size() - excluded.size());
}

}  // namespace

void describe(RuleOptions& o, OptionVisitor& v) {
  v.group("Costs and rules");
  v.option("cost", o.cost, "What features cost: a CSV file (feature,cost) or name=amount,…");
  v.option("budget-cost", o.budget_cost,
           "Most that the choice may cost; resource=amount,… where the file has several");
  v.option("include", o.include, "Features that must be chosen");
  v.option("exclude", o.exclude, "Features that must not be chosen");
  v.option("at-most", Repeated{o.at_most},
           "At most so many of a list, as 2:a,b,c; may be repeated");
  v.option("either", Repeated{o.either}, "One of these and one only, as a,b; may be repeated");
  v.option("needs", Repeated{o.needs},
           "A feature that is of use only with others, as a:b,c; may be repeated");
}

void check_budget(int budget, std::size_t features) {
  if (static_cast<std::size_t>(budget) <= features) return;
  throw Error(ErrorCode::infeasible,
              {"option --budget", std::to_string(budget), "is more than there are features",
               fmt::format("Give a whole number from 1 to {}", features)});
}

Constraints read_constraints(const Dataset& data, const SelectOptions& options,
                             const Context& context) {
  Costs costs = read_costs(data, options.rules.cost, context);
  auto rules = RuleReader(data, costs).read(options.budget, options.rules);
  Constraints out(std::move(rules), std::move(costs));
  check_budget_of_rest(data, out, options.budget);
  if (!out.feasible()) {
    Texts texts;
    for (const auto& rule : contradiction(out)) texts.push_back(rule.text);
    throw Error(
        ErrorCode::infeasible,
        {"rules", fmt::format("{}", fmt::join(texts, " ")),
         texts.size() == 1 ? "cannot be met" : "contradict each other", "Take one of them back"});
  }
  FeatureSet all(data.features.size());
  for (std::size_t f = 0; f < all.size(); ++f) all[f] = f;
  if (out.fill({}, all)->empty())
    throw Error(ErrorCode::infeasible, {"rules", "", "leave no feature to choose",
                                        "Raise --budget-cost or exclude fewer features"});
  return out;
}

}  // namespace drfs
