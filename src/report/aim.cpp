#include "report/aim.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "drfs/methods.hpp"
#include "methods/option_texts.hpp"

namespace drfs {
namespace {

/// Names the population that loses most, and the set that would be its own.
std::string regret_meaning(const RunResult& result) {
  const std::string meaning = "the most that a population loses against a set of its own";
  if (std::isnan(result.aim)) return meaning + "; this method looks for no such sets";
  const auto loss = [](const PopulationFigures& p) {
    return p.risk.value - p.risk_best_alone->value;
  };
  const auto most = std::ranges::max_element(result.populations, {}, loss);
  const auto p = static_cast<std::size_t>(most - result.populations.begin());
  std::vector<std::string> names;
  for (std::size_t feature : result.selection.best_alone[p].features)
    names.push_back(result.features[feature].name);
  return fmt::format("{}: {}, {:.3f} with {}", meaning, most->name, most->risk_best_alone->value,
                     fmt::join(names, ", "));
}

std::string meaning_of(const RunResult& result, const SelectOptions& options) {
  const char* weighted = options.aim.population_weight.empty() ? "" : " by their weights";
  switch (aim_of(options)) {
    case AimName::softmax:
      return fmt::format("the smooth maximum of the risks{}, beta {:g}", weighted,
                         options.aim.beta);
    case AimName::cvar:
      return fmt::format("the mean risk of the worst-served {:g} % of the populations{}",
                         100 * options.aim.cvar_share, weighted);
    case AimName::mean:
      return fmt::format("the mean risk of the populations{}", weighted);
    case AimName::regret:
      return regret_meaning(result);
    case AimName::own:
      return "the program's own";
    case AimName::worst:
      break;
  }
  return "the worst population's risk";
}

}  // namespace

std::string aim_sentence(const RunResult& result, const RunOptions& options) {
  const AimName aim = aim_of(options.select);
  if (aim == AimName::worst || !result.scored()) return "";
  return fmt::format("Aim ({}): {}, {}.", name_of(aim, kAimNames),
                     std::isnan(result.aim) ? "–" : fmt::format("{:.3f}", result.aim),
                     meaning_of(result, options.select));
}

std::string max_risk_sentence(const RunResult& result, const RunOptions& options) {
  if (options.select.aim.max_risk.empty() || !result.scored()) return "";
  std::vector<std::string> targets;
  for (const auto& target : options.select.aim.max_risk) targets.push_back(text_of(target));
  return fmt::format(
      "The smallest set that the search found to reach --max-risk {}, by cross-validation on the "
      "rows that chose; the risks above are of rows that had no part in the choice.",
      fmt::join(targets, ","));
}

}  // namespace drfs
