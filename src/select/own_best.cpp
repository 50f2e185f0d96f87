#include "select/own_best.hpp"

#include <algorithm>

#include "select/refine.hpp"

namespace drfs {

Dataset one_population(const Dataset& data, std::size_t population) {
  return {.source = data.source,
          .task = data.task,
          .target = data.target,
          .target_levels = data.target_levels,
          .features = data.features,
          .left_out = data.left_out,
          .populations = {data.populations[population]}};
}

SelectOptions for_one_population(SelectOptions options) {
  options.aim = {};
  return options;
}

std::vector<FeatureSet> own_best_sets(const Dataset& data, const Constraints& constraints,
                                      const Means& means, const Relaxation& relaxation,
                                      const SelectOptions& options, const Context& context) {
  SelectOptions own = for_one_population(options);
  own.refine.fill = true;
  own.refine.time_limit /= static_cast<double>(data.populations.size());
  std::vector<FeatureSet> out;
  for (std::size_t p = 0; p < data.populations.size(); ++p) {
    const Means own_means{{means.mu[p]}, {means.importance[p]}};
    const auto refined =
        refine(one_population(data, p), constraints, own_means, relaxation, own, context);
    context.throw_if_stopped();
    out.push_back(refined->ranked);
    std::ranges::sort(out.back());
  }
  return out;
}

}  // namespace drfs
