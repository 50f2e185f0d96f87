#include <fmt/format.h>

#include <algorithm>

#include "baselines/baselines.hpp"
#include "select/set_risk.hpp"

namespace drfs {

Selection choose_greedily(const Dataset& data, const Constraints& constraints,
                          const SelectOptions& options, const Context& context) {
  SetRisk risk(data, options, nullptr, context);
  Selection selection;
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
    chosen = risk.best_of(std::move(larger));
    add(chosen);
    context.progress({"choose", static_cast<double>(chosen.size()),
                      static_cast<double>(std::max<std::size_t>(options.budget, chosen.size())),
                      fmt::format("worst {:.4f}", risk.risk(chosen).worst())});
  }
  return selection;
}

}  // namespace drfs
