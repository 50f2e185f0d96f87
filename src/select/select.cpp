// The method, stage by stage.
#include "drfs/select.hpp"

#include <algorithm>
#include <numeric>

#include "core/stopwatch.hpp"
#include "select/refine.hpp"
#include "select/relax.hpp"

namespace drfs {
namespace {

/// The `budget` features of least noise, least first; ties by name, the order of the features.
std::vector<ChosenFeature> least_noise(const std::vector<double>& alpha, int budget) {
  std::vector<std::size_t> order(alpha.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return alpha[i]; });
  std::vector<ChosenFeature> chosen;
  for (std::size_t i = 0; i < static_cast<std::size_t>(budget); ++i)
    chosen.push_back({order[i], alpha[order[i]]});
  return chosen;
}

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

Selection select_by_relaxation(const Dataset& data, const SelectOptions& options,
                               const Context& context) {
  check_estimator("estimator", options.objective.estimator, data.task);
  check_estimator("check-estimator", options.relax.check_estimator, data.task);
  Selection selection;

  // 1. What could be predicted with every feature: mu_hat, out of fold, per population.
  const auto means = timed(selection.means_seconds, [&] {
    return conditional_means(data, options.model, options.means, options.seed, context);
  });

  // 2. How much noise each feature can bear before the worst population suffers.
  selection.relaxation =
      timed(selection.relax_seconds, [&] { return relax(data, means.mu, options, context); });

  // 3. The features that bear the least.
  const auto& alpha = selection.relaxation.alpha;
  selection.selected = least_noise(alpha, options.budget);
  if (options.refine.refine_passes == 0 || context.stopped()) return selection;

  // 4. A discrete search around them, by the cross-validated risk of a real model.
  const auto refined = timed(selection.refine_seconds, [&] {
    return refine(data, means, selection.relaxation, options, context);
  });
  if (!refined) return selection;
  selection.refinement = refined->course;
  selection.selected.clear();
  for (std::size_t feature : refined->ranked)
    selection.selected.push_back({feature, alpha[feature]});
  return selection;
}

}  // namespace drfs
