#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "baselines/baselines.hpp"
#include "drfs/data.hpp"
#include "select/measure/model_risk.hpp"

namespace drfs {
namespace {

std::vector<std::size_t> every_population(const Dataset& data) {
  std::vector<std::size_t> out(data.populations.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

/// For the regret, against the set that each population chooses in the same way for itself.
Aim aim_of(const Dataset& data, const Problem& problem, const Recipe& recipe, ModelRisk& risk,
           std::vector<BestAlone>& best_alone, const Context& context) {
  if (problem.aim.name() != AimName::regret) return problem.aim;
  std::vector<double> risks;
  for (std::size_t p = 0; p < data.populations.size(); ++p) {
    const auto set = chosen_set(
        choose_greedily(one_population(data, p), problem.of_one_population(), recipe, context));
    risks.push_back(risk.risk(set).mean()[p]);
    best_alone.push_back({set, risks.back()});
  }
  return problem.aim.against(risks);
}

}  // namespace

Selection choose_greedily(const Dataset& data, const Problem& problem, const Recipe& recipe,
                          const Context& context) {
  const Constraints& constraints = problem.constraints;
  ModelRisk risk(data, every_population(data), recipe, context);
  Selection selection;
  const Aim aim = aim_of(data, problem, recipe, risk, selection.best_alone, context);
  const auto add = [&](const FeatureSet& set) {
    for (std::size_t feature : set)
      if (std::ranges::none_of(selection.selected,
                               [&](const auto& chosen) { return chosen.feature == feature; }))
        selection.selected.push_back({feature});
  };
  FeatureSet chosen = *constraints.fill({}, {});  // what the rules demand
  add(chosen);
  while (true) {
    std::vector<FeatureSet> larger;
    for (std::size_t feature = 0; feature < data.features.size(); ++feature)
      if (!contains(chosen, feature))
        if (auto next = constraints.fill(with(chosen, feature), {}))
          larger.push_back(std::move(*next));
    if (larger.empty()) break;
    chosen = risk.best_of(larger, aim);
    add(chosen);
    context.progress(
        {"choose", static_cast<double>(chosen.size()),
         static_cast<double>(std::min(constraints.most_features(), data.features.size())),
         fmt::format("{} {:.4f}", name_of(aim.name(), kAimNames),
                     aim.values(risk.risk(chosen)).mean())});
  }
  return selection;
}

}  // namespace drfs
