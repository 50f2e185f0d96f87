// The method, stage by stage.
#include "drfs/select.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "core/stopwatch.hpp"
#include "select/methods.hpp"
#include "select/refine.hpp"
#include "select/relax.hpp"

namespace drfs {
namespace {

void check_budget(int budget, std::size_t features) {
  if (static_cast<std::size_t>(budget) <= features) return;
  throw Error(ErrorCode::infeasible,
              {"option --budget", std::to_string(budget), "is more than there are features",
               fmt::format("Give a whole number from 1 to {}", features)});
}

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

Selection choose_by_relaxation(const Dataset& data, const SelectOptions& options,
                               const Context& context) {
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
  const auto candidates = find_candidates(data, means, alpha, options.budget);
  const auto refined =
      timed(selection.refine_seconds, [&] { return refine(data, candidates, options, context); });
  if (!refined) return selection;
  selection.refinement = refined->course;
  selection.selected.clear();
  for (std::size_t feature : refined->ranked)
    selection.selected.push_back({feature, alpha[feature]});
  return selection;
}

Selection select_features(const Dataset& data, const SelectOptions& options,
                          const Context& context) {
  check(options);
  const ChooseFunction choose = choose_function(options.method);
  check_budget(options.budget, data.features.size());
  return choose(data, options, context);
}

void check(const SelectOptions& options) {
  choose_function(options.method);
  require_option(options.budget >= 1, "budget", options.budget, "a whole number of at least 1");
  require_option(options.bootstrap >= 0, "bootstrap", options.bootstrap,
                 "0 (none) or a number of resamples");
  make_model(options.model, Task::regression);
  check(options.means);
  check(options.kernel);
  check(options.objective);
  check(options.optimize);
  check(options.relax);
  check(options.refine);
}

void describe(SelectOptions& o, OptionVisitor& v) {
  v.group("Choice");
  v.option("method", o.method, fmt::format("How to choose: {}", fmt::join(method_names(), ", ")));
  v.option("preset", o.preset,
           fmt::format("The paper's settings for one of its data sets: {}",
                       fmt::join(preset_names(), ", ")));
  v.option("budget", o.budget, "How many features to choose");
  v.option("seed", o.seed, "Seed of everything random");
  v.option(
      "bootstrap", o.bootstrap,
      "Resamples of the rows on which the choice is repeated, to see how firm it is; 0 = none");
  describe(o.split, v);
  v.group("Conditional means");
  describe(o.model, v);
  describe(o.means, v);
  v.group("Objective");
  describe(o.objective, v);
  describe(o.kernel, v);
  v.group("Relaxation");
  describe(o.relax, v);
  describe(o.optimize, v);
  v.group("Refinement");
  describe(o.refine, v);
}

}  // namespace drfs
