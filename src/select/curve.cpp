// Choices for several budgets in one go: what each budget buys.
#include <algorithm>
#include <span>

#include "core/stopwatch.hpp"
#include "select/evidence.hpp"
#include "select/measure/ruler.hpp"
#include "select/rules/constraints.hpp"
#include "select/search/search.hpp"
#include "select/select.hpp"

namespace drfs {
namespace {

Selection selection_of(const Refined& refined, const Constraints& constraints,
                       const std::vector<double>& alpha) {
  Selection selection;
  selection.refinement = refined.course;
  selection.selected = chosen_features(refined, alpha);
  add_costs(selection, constraints);
  return selection;
}

/// The search for one budget after the other.
class CurveSearch {
 public:
  CurveSearch(const Constraints& constraints, Search& search, const Context& context)
      : constraints_(constraints), context_(context), search_(search) {}

  /// False where it was interrupted before it had a choice.
  bool add(int budget, const std::vector<double>& alpha, SelectionCurve& curve) {
    const Stopwatch watch;
    const auto constraints = constraints_.with_budget(static_cast<std::size_t>(budget));
    auto refined = search_.run(constraints, sets_);
    if (!refined || context_.stopped()) return false;
    FeatureSet set = refined->ranked;
    std::ranges::sort(set);
    curve.selections.push_back(selection_of(*refined, constraints, alpha));
    if (!sets_.empty() && score(set) > score(sets_.back())) {
      set = sets_.back();
      const Selection smaller = curve.selections[curve.selections.size() - 2];
      curve.selections.back() = smaller;
    }
    curve.selections.back().choose_seconds = watch.seconds();
    sets_.push_back(set);
    return true;
  }

  /// By the search's measure, so that the rows that score have no part in it.
  std::size_t knee() {
    for (std::size_t i = 0; i < sets_.size(); ++i)
      if (std::ranges::none_of(std::span(sets_).subspan(i + 1), [&](const FeatureSet& larger) {
            return serves_worse(search_.aim(), search_.risk(sets_[i]), search_.risk(larger));
          }))
        return i;
    return sets_.size() - 1;
  }

  std::vector<Worth> worth_of(std::size_t point) {
    return search_.worth_of(sets_[point], constraints_.with_budget(sets_[point].size()));
  }

 private:
  double score(const FeatureSet& set) { return search_.aim().score(search_.risk(set)); }

  const Constraints& constraints_;
  const Context& context_;
  Search& search_;
  std::vector<FeatureSet> sets_;  // one per budget done
};

}  // namespace

SelectionCurve select_curve(const Dataset& data, const Problem& problem, std::vector<int> budgets,
                            const Recipe& recipe, const Context& context) {
  std::ranges::sort(budgets);
  SelectionCurve curve{budgets, {}, 0, {}};
  const Problem largest = problem.with_budget(static_cast<std::size_t>(budgets.back()));
  const Evidence evidence = gather_evidence(data, largest, recipe, context);
  Search of_all(data, largest, evidence, recipe, context);
  CurveSearch search(largest.constraints, of_all, context);
  try {
    for (std::size_t i = 0; i < budgets.size(); ++i) {
      context.progress({"curve", static_cast<double>(i), static_cast<double>(budgets.size()),
                        "budget " + std::to_string(budgets[i])});
      if (!search.add(budgets[i], evidence.relaxation.alpha, curve)) return curve;
      curve.knee = search.knee();
    }
    curve.worth = search.worth_of(curve.knee);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;  // what is finished is kept
  }
  return curve;
}

}  // namespace drfs
