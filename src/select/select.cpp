// The method, stage by stage.
#include "select/select.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"
#include "select/evidence.hpp"
#include "select/ranking.hpp"
#include "select/search/search.hpp"
#include "select/search/smallest_set.hpp"

namespace drfs {

std::vector<std::size_t> chosen_set(const Selection& selection) {
  std::vector<std::size_t> set;
  for (const auto& chosen : selection.selected) set.push_back(chosen.feature);
  std::ranges::sort(set);
  return set;
}

Selection choose_set(const Dataset& data, const Problem& problem, const Recipe& recipe,
                     const Context& context) {
  // 1. What could be predicted with every feature, mu_hat, out of fold; and how much noise each
  // feature can bear before the populations suffer, where that is the answer or a voice in it.
  const Evidence evidence = gather_evidence(data, problem, recipe, context);
  Selection selection;
  selection.relaxation = evidence.relaxation;
  selection.means_seconds = evidence.means_seconds;
  selection.relax_seconds = evidence.relax_seconds;

  // 2. Without a search, the features that bear the least, as far as budget and rules allow.
  const auto& alpha = selection.relaxation.alpha;
  if (!recipe.searches() || (context.stopped() && !alpha.empty())) {
    selection.selected = first_allowed(least_first(alpha), problem.constraints);
    for (auto& chosen : selection.selected) chosen.noise = alpha[chosen.feature];
    return selection;
  }

  // 3. A search among whole sets, by what the aim makes of what the rows tell of them.
  const Stopwatch watch;
  Search search(data, problem, evidence, recipe, context);
  const auto refined = problem.find_budget ? smallest_set(search, data, problem, context)
                                           : search.run(problem.constraints);
  selection.refine_seconds = watch.seconds();
  if (!refined) context.throw_if_stopped();
  selection.refinement = refined->course;
  selection.best_alone = refined->best_alone;
  selection.selected = chosen_features(*refined, alpha);
  return selection;
}

}  // namespace drfs
