#include "select/evidence.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"
#include "select/relax/relax.hpp"
#include "select/search/candidates.hpp"

namespace drfs {

bool searches(const SelectOptions& options) {
  return options.refine.refine_passes > 0;
}

bool uses(const SelectOptions& options, Stage stage) {
  return std::ranges::count(options.without, name_of(stage, kStageNames)) == 0;
}

Evidence gather_evidence(const Dataset& data, const Problem& problem, const SelectOptions& options,
                         const Context& context) {
  check_estimator("estimator", options.objective.estimator, data.task);
  check_estimator("check-estimator", options.relax.check_estimator, data.task);
  Evidence out;
  const bool relaxes =
      !searches(options) || (!all_are_candidates(data) && uses(options, Stage::relaxation));
  MeansOptions of_means = options.means;
  of_means.blind = relaxes && searches(options);  // the published method asks for less
  const Stopwatch means;
  out.means = conditional_means(data, options.model, of_means, options.seed, context);
  out.means_seconds = means.seconds();
  if (!relaxes) return out;
  const Stopwatch relaxation;
  out.relaxation = relax(data, problem, out.means, options, context);
  out.relax_seconds = relaxation.seconds();
  return out;
}

}  // namespace drfs
