// The method, stage by stage.
#include "drfs/select.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"
#include "select/constraints.hpp"
#include "select/ranking.hpp"
#include "select/relax.hpp"
#include "select/search.hpp"
#include "select/smallest_set.hpp"

namespace drfs {
namespace {

template <class Stage>
auto timed(double& seconds, Stage stage) {
  const Stopwatch watch;
  auto result = stage();
  seconds = watch.seconds();
  return result;
}

}  // namespace

std::vector<std::size_t> chosen_set(const Selection& selection) {
  std::vector<std::size_t> set;
  for (const auto& chosen : selection.selected) set.push_back(chosen.feature);
  std::ranges::sort(set);
  return set;
}

std::vector<ChosenFeature> first_allowed(const std::vector<std::size_t>& ranking,
                                         const Constraints& constraints) {
  const FeatureSet set = *constraints.fill({}, ranking);
  std::vector<ChosenFeature> chosen;
  for (std::size_t feature : ranking)
    if (contains(set, feature)) chosen.push_back({feature});
  return chosen;
}

Selection select_by_relaxation(const Dataset& data, const Constraints& constraints,
                               const SelectOptions& options, const Context& context) {
  check_estimator("estimator", options.objective.estimator, data.task);
  check_estimator("check-estimator", options.relax.check_estimator, data.task);
  const auto targets =
      options.aim.budget_is_found ? std::vector<double>{} : target_risks(data, options.aim);
  Selection selection;

  // 1. What could be predicted with every feature: mu_hat, out of fold, per population.
  const auto means = timed(selection.means_seconds, [&] {
    return conditional_means(data, options.model, options.means, options.seed, context);
  });

  // 2. How much noise each feature can bear before the populations suffer: the answer where there
  // is no search, and otherwise a voice in what it may choose from.
  const bool searches = options.refine.refine_passes > 0;
  if (!searches || !all_are_candidates(data))
    selection.relaxation = timed(selection.relax_seconds, [&] {
      // Where the budget is what is looked for, the path goes down to the smallest.
      const auto sizes = targets.empty() ? constraints : with_smallest_budget(constraints, data);
      return relax(data, sizes, means.mu, options, context);
    });

  // 3. The features that bear the least, as far as budget and rules allow.
  const auto& alpha = selection.relaxation.alpha;
  if (!searches || (context.stopped() && !alpha.empty())) {
    selection.selected = first_allowed(least_first(alpha), constraints);
    for (auto& chosen : selection.selected) chosen.noise = alpha[chosen.feature];
    return selection;
  }

  // 4. A search among whole sets, by what the aim makes of what the rows tell of them.
  const auto refined = timed(selection.refine_seconds, [&] {
    const auto candidates =
        find_candidates(data, constraints, means, selection.relaxation, options, context);
    Search search(data, candidates, constraints, means, options, context);
    return targets.empty() ? search.run(constraints)
                           : smallest_set(search, data, constraints, targets, options, context);
  });
  if (!refined) context.throw_if_stopped();
  selection.refinement = refined->course;
  selection.own_best = refined->own_best;
  selection.selected = chosen_features(*refined, alpha);
  return selection;
}

}  // namespace drfs
