#include <fmt/format.h>

#include <algorithm>

#include "baselines/baselines.hpp"
#include "select/set_risk.hpp"

namespace drfs {

Selection choose_greedily(const Dataset& data, const SelectOptions& options,
                          const Context& context) {
  SetRisk risk(data, options, nullptr, context);
  Selection selection;
  FeatureSet chosen;
  for (int step = 0; step < options.budget; ++step) {
    std::vector<FeatureSet> larger;
    for (std::size_t feature = 0; feature < data.features.size(); ++feature)
      if (!contains(chosen, feature)) larger.push_back(with(chosen, feature));
    const FeatureSet best = risk.best_of(std::move(larger));
    // Both are ascending: the first difference is the feature that was added.
    const auto added = std::ranges::mismatch(best, chosen).in1;
    selection.selected.push_back({*added});
    chosen = best;
    context.progress({"choose", static_cast<double>(step + 1), static_cast<double>(options.budget),
                      fmt::format("worst {:.4f}", risk.risk(best).worst())});
  }
  return selection;
}

}  // namespace drfs
