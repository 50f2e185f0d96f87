// From the options' texts to an aim: weights and targets that populations are given by name.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drfs/parse_number.hpp"
#include "methods/read_problem.hpp"

namespace drfs {
namespace {

/// The number that the text is, of at least 0; anything else is refused as a value of the option.
double amount_in(std::string_view option, const std::string& entry, std::string_view number) {
  const auto value = parse_number<double>(number);
  if (value && *value >= 0 && std::isfinite(*value)) return *value;
  throw Error(ErrorCode::usage,
              {fmt::format("option --{}", option), entry, "has no number of at least 0",
               fmt::format("Give --{} name=amount,… with the names of populations", option)});
}

/// One amount per population of the data set, `standard` for those that are not named. Refuses
/// unknown and repeated names and what is not a number of at least 0.
std::vector<double> amounts_by_population(std::string_view option,
                                          const std::vector<std::string>& entries,
                                          const Dataset& data, double standard) {
  const std::string thing = fmt::format("option --{}", option);
  std::vector<std::string> names;
  for (const auto& population : data.populations) names.push_back(population.name);
  std::vector<double> out(names.size(), standard);
  std::vector<bool> given(names.size(), false);
  for (const auto& entry : entries) {
    const auto equals = entry.rfind('=');
    if (equals == std::string::npos)
      throw Error(ErrorCode::usage, {thing, entry, "does not say of which population it is",
                                     fmt::format("Give --{} {}={}", option, names[0], entry)});
    const std::string name = entry.substr(0, equals);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw_unknown_name(thing, name, names);
    const auto p = static_cast<std::size_t>(found - names.begin());
    if (given[p])
      throw Error(ErrorCode::usage, {thing, name, "is named twice", "Name each population once"});
    given[p] = true;
    out[p] = amount_in(option, entry, std::string_view(entry).substr(equals + 1));
  }
  return out;
}

}  // namespace

void describe(AimOptions& o, OptionVisitor& v) {
  v.option(
      "aim", choice_of("aim", o.aim, kAimNames),
      "What the choice makes small: the worst risk, a mean of the worst ones, the mean, or the "
      "largest loss against a set of one's own");
  v.option("population-weight", o.population_weight,
           "What populations count in the aims softmax, cvar and mean: name=2,…; others count 1");
  v.option(
      "max-risk", o.max_risk,
      "Choose as few features as bring every population's risk down to this: 0.3, or name=0.3,…; "
      "--budget is the most");
}

void check(const AimOptions& o) {
  const bool weighted =
      o.aim == AimName::softmax || o.aim == AimName::cvar || o.aim == AimName::mean;
  if (!o.population_weight.empty() && !weighted)
    throw Error(ErrorCode::usage, {"option --population-weight", o.population_weight[0],
                                   "means nothing where the largest counts alone, as under --aim " +
                                       std::string(name_of(o.aim, kAimNames)),
                                   "Add --aim mean, cvar or softmax, or leave the weights out"});
}

Aim read_aim(const Dataset& data, const SelectOptions& options) {
  std::vector<double> weights;
  if (!options.aim.population_weight.empty()) {
    weights = amounts_by_population("population-weight", options.aim.population_weight, data, 1.0);
    if (std::ranges::max(weights) == 0)
      throw Error(ErrorCode::usage,
                  {"option --population-weight", "", "leaves no population to count",
                   "Give one of them a weight above 0"});
  }
  return {options.aim.aim, options.objective, std::move(weights)};
}

std::vector<double> read_targets(const Dataset& data, const AimOptions& options) {
  const auto& entries = options.max_risk;
  if (entries.empty()) return {};
  if (entries.size() == 1 && entries[0].find('=') == std::string::npos)
    return std::vector<double>(data.populations.size(),
                               amount_in("max-risk", entries[0], entries[0]));
  return amounts_by_population("max-risk", entries, data, HUGE_VAL);
}

}  // namespace drfs
