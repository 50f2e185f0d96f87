#include "select/evidence.hpp"

#include "core/stopwatch.hpp"
#include "select/relax/relax.hpp"
#include "select/search/candidates.hpp"

namespace drfs {

Evidence gather_evidence(const Dataset& data, const Problem& problem, const Recipe& recipe,
                         const Context& context) {
  check_estimator("estimator", recipe.objective.estimator, data.task);
  check_estimator("check-estimator", recipe.relax.check_estimator, data.task);
  Evidence out;
  const bool relaxes =
      !recipe.searches() || (recipe.refine.relaxation && !all_are_candidates(data));
  MeansOptions of_means = recipe.means;
  // The published method asks for less.
  of_means.blind = relaxes && recipe.searches();
  if (recipe.trees_borrow())
    of_means.lent_rows = static_cast<std::size_t>(recipe.refine.refine_rows);
  const Stopwatch means;
  out.means = conditional_means(data, recipe.model, of_means, recipe.seed, context);
  out.means_seconds = means.seconds();
  if (!relaxes) return out;
  const Stopwatch relaxation;
  out.relaxation = relax(data, problem, out.means, recipe, context);
  out.relax_seconds = relaxation.seconds();
  return out;
}

}  // namespace drfs
