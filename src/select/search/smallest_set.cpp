#include "select/search/smallest_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/training_data.hpp"
#include "select/ranking.hpp"

namespace drfs {
namespace {

/// The population that is farthest from its target.
struct Behind {
  double by = HUGE_VAL;  // not above 0 where every population is at its target
  std::size_t population = 0;
  double risk = 0;
  std::size_t features = 0;
};

Behind behind(const Refined& refined, const std::vector<double>& targets) {
  Behind out{-HUGE_VAL, 0, 0, refined.ranked.size()};
  for (std::size_t p = 0; p < targets.size(); ++p) {
    const double risk = refined.course.risk[p];
    if (risk - targets[p] > out.by) out = {risk - targets[p], p, risk, out.features};
  }
  return out;
}

[[noreturn]] void throw_not_reached(const Behind& nearest, const Dataset& data,
                                    const std::vector<double>& targets) {
  const std::string& name = data.populations[nearest.population].name;
  const std::string target = fmt::format("{}", targets[nearest.population]);
  const bool one_for_all = std::ranges::count(targets, targets[0]) == std::ssize(targets);
  throw Error(
      ErrorCode::infeasible,
      {"option --max-risk", one_for_all ? target : name + "=" + target,
       fmt::format("is not reached: the closest set, with {} feature{}, leaves population '{}' at "
                   "a risk of {:.3f}",
                   nearest.features, nearest.features == 1 ? "" : "s", name, nearest.risk),
       "Raise --max-risk, or allow a larger --budget or more candidates"});
}

/// The most features that the rules let in, cheapest first where cost is limited.
std::size_t largest_budget(const Constraints& constraints, const Dataset& data) {
  std::size_t most = constraints.fill({}, from_to(0, data.features.size()))->size();
  for (const auto& costs : constraints.costs().features)
    most = std::max(most, constraints.fill({}, least_first(costs))->size());
  return most;
}

}  // namespace

std::optional<Refined> smallest_set(Search& search, const Dataset& data, const Problem& problem,
                                    const Context& context) {
  const Constraints& constraints = problem.constraints;
  const std::size_t most = largest_budget(constraints, data);
  std::optional<Refined> last;
  Behind nearest;
  for (std::size_t budget = constraints.with_smallest_budget(data.features.size()).most_features();
       budget <= most; ++budget) {
    std::vector<FeatureSet> starts;
    if (last) {
      starts.push_back(last->ranked);
      std::ranges::sort(starts[0]);
    }
    auto refined = search.run(constraints.with_budget(budget), starts);
    if (context.stopped()) return refined ? refined : last;
    const Behind here = behind(*refined, problem.targets);
    if (here.by <= 0) return refined;
    if (here.by < nearest.by) nearest = here;
    last = std::move(refined);
  }
  throw_not_reached(nearest, data, problem.targets);
}

}  // namespace drfs
