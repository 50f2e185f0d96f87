#include <fmt/format.h>

#include <algorithm>

#include "baselines/baselines.hpp"
#include "select/set_risk.hpp"

namespace drfs {

Selection choose_greedily(const Dataset& data, const SelectOptions& options,
                          const Context& context) {
  SetRisk risk(data, options, context);
  Selection selection;
  FeatureSet chosen;
  for (int step = 0; step < options.budget; ++step) {
    std::vector<FeatureSet> larger;
    for (std::size_t feature = 0; feature < data.features.size(); ++feature) {
      if (std::ranges::binary_search(chosen, feature)) continue;
      larger.push_back(chosen);
      larger.back().insert(std::ranges::lower_bound(larger.back(), feature), feature);
    }
    const SetScore best = risk.best_of(std::move(larger));
    // Both are ascending: the first difference is the feature that was added.
    const auto added = std::ranges::mismatch(best.set, chosen).in1;
    selection.selected.push_back({*added});
    chosen = best.set;
    context.progress({"choose", static_cast<double>(step + 1), static_cast<double>(options.budget),
                      fmt::format("worst {:.4f}", best.worst)});
  }
  return selection;
}

}  // namespace drfs
