// From rules that name features to constraints on sets of them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "methods/make_problem.hpp"
#include "methods/option_texts.hpp"

namespace drfs {
namespace {

using Kind = Rule::Kind;
using Names = std::vector<std::string>;

/// Finds the features that the rules name.
class RuleMaker {
 public:
  RuleMaker(const Dataset& data, const Costs& costs) : data_(data), costs_(costs) {}

  std::vector<Rule> rules(int budget, const RuleOptions& options) const {
    std::vector<Rule> out;
    if (budget > 0)
      out.push_back({Kind::budget, fmt::format("--budget {}", budget), {}, double(budget)});
    for (const auto& most : options.budget_cost)
      out.push_back(
          {Kind::cost, "--budget-cost " + text_of(most), {}, most.amount, resource(most)});
    for (const auto& name : options.include)
      out.push_back({Kind::include, "--include " + name, {feature("include", name)}});
    for (const auto& name : options.exclude)
      if (!is_left_out(name))
        out.push_back({Kind::exclude, "--exclude " + name, {feature("exclude", name)}});
    for (const auto& rule : options.at_most)
      out.push_back({Kind::at_most, "--at-most " + text_of(rule), set("at-most", rule.features),
                     double(rule.count)});
    for (const auto& names : options.either)
      out.push_back({Kind::one_of, "--either " + text_of(names), set("either", names)});
    for (const auto& rule : options.needs) {
      out.push_back({Kind::needs, "--needs " + text_of(rule), set("needs", rule.others)});
      out.back().needing = feature("needs", rule.feature);
    }
    return out;
  }

 private:
  std::size_t feature(std::string_view option, const std::string& name) const {
    Names known;
    for (std::size_t f = 0; f < data_.features.size(); ++f) {
      if (data_.features[f].name == name) return f;
      known.push_back(data_.features[f].name);
    }
    for (const auto& left_out : data_.left_out)
      if (left_out.column == name)
        throw Error(ErrorCode::data,
                    {fmt::format("option --{}", option), name, left_out.reason + " and is left out",
                     "Take the feature out of the option"});
    throw_unknown_name(fmt::format("option --{}", option), name, known);
  }

  FeatureSet set(std::string_view option, const Names& names) const {
    FeatureSet out;
    for (const auto& name : names) out.push_back(feature(option, name));
    std::ranges::sort(out);
    const auto twice = std::ranges::adjacent_find(out);
    if (twice != out.end())
      throw Error(ErrorCode::usage,
                  {fmt::format("option --{}", option), data_.features[*twice].name,
                   "is named twice", "Name each feature once"});
    return out;
  }

  bool is_left_out(const std::string& name) const {
    return std::ranges::find(data_.left_out, name, &LeftOut::column) != data_.left_out.end();
  }

  std::size_t resource(const NamedAmount& most) const {
    const Names& known = costs_.resources;
    if (most.name.empty() && known.size() > 1)
      throw Error(ErrorCode::usage,
                  {"option --budget-cost", text_of(most),
                   fmt::format("does not name a resource: there are {}", fmt::join(known, ", ")),
                   fmt::format("Give e.g. --budget-cost {}={}", known[0], most.amount)});
    const auto found = most.name.empty() ? known.begin() : std::ranges::find(known, most.name);
    if (found == known.end()) throw_unknown_name("option --budget-cost", most.name, known);
    return static_cast<std::size_t>(found - known.begin());
  }

  const Dataset& data_;
  const Costs& costs_;
};

/// More features than there are to choose from is a slip of the pen, not a generous limit.
void check_budget_of_rest(const Dataset& data, const Constraints& constraints, int budget) {
  std::set<std::size_t> excluded;
  for (const auto& rule : constraints.rules())
    if (rule.kind == Kind::exclude) excluded.insert(rule.features[0]);
  check_budget(budget, data.features.size() - excluded.size());
}

}  // namespace

void check_budget(int budget, std::size_t features) {
  if (static_cast<std::size_t>(budget) <= features) return;
  throw Error(ErrorCode::infeasible,
              {"option --budget", std::to_string(budget), "is more than there are features",
               fmt::format("Give a whole number from 1 to {}", features)});
}

Constraints make_constraints(const Dataset& data, const SelectOptions& options,
                             const Context& context) {
  Costs costs = make_costs(data, options.rules, context);
  auto rules = RuleMaker(data, costs).rules(options.budget, options.rules);
  Constraints out(std::move(rules), std::move(costs));
  check_budget_of_rest(data, out, options.budget);
  if (!out.feasible()) {
    Names texts;
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
