// From amounts that populations are given by name to an aim and its targets.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "methods/make_problem.hpp"

namespace drfs {
namespace {

/// One amount per population of the data set, `standard` for those that are not named. Refuses
/// unknown and repeated names.
void check_amount(std::string_view option, double amount) {
  if (amount >= 0) return;
  throw Error(ErrorCode::usage, {fmt::format("option --{}", option), fmt::format("{}", amount),
                                 "is not an amount", "Give a number of at least 0"});
}

std::vector<double> by_population(std::string_view option, const std::vector<NamedAmount>& amounts,
                                  const Dataset& data, double standard) {
  const std::string thing = fmt::format("option --{}", option);
  std::vector<std::string> names;
  for (const auto& population : data.populations) names.push_back(population.name);
  std::vector<double> out(names.size(), standard);
  std::vector<bool> given(names.size(), false);
  for (const auto& [name, amount] : amounts) {
    if (name.empty())
      throw Error(ErrorCode::usage,
                  {thing, fmt::format("{}", amount), "does not say which population it is for",
                   fmt::format("Give --{} {}={}", option, names[0], amount)});
    check_amount(option, amount);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw_unknown_name(thing, name, names);
    const auto p = static_cast<std::size_t>(found - names.begin());
    if (given[p])
      throw Error(ErrorCode::usage, {thing, name, "is named twice", "Name each population once"});
    given[p] = true;
    out[p] = amount;
  }
  return out;
}

}  // namespace

Aim make_aim(const Dataset& data, const SelectOptions& options) {
  const AimOptions& aim = options.aim;
  std::vector<double> weights;
  if (!aim.population_weight.empty()) {
    weights = by_population("population-weight", aim.population_weight, data, 1.0);
    if (std::ranges::max(weights) == 0)
      throw Error(ErrorCode::usage,
                  {"option --population-weight", "", "leaves no population to count",
                   "Give one of them a weight above 0"});
  }
  return Aim({aim_of(options), aim.beta, aim.cvar_share, aim.own}, std::move(weights));
}

std::vector<double> make_targets(const Dataset& data, const AimOptions& options) {
  const auto& asked = options.max_risk;
  if (asked.empty()) return {};
  if (asked.size() > 1 || !asked[0].name.empty())
    return by_population("max-risk", asked, data, HUGE_VAL);
  check_amount("max-risk", asked[0].amount);
  return std::vector<double>(data.populations.size(), asked[0].amount);
}

}  // namespace drfs
