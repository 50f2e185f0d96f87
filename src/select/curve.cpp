// Choices for several budgets in one go: what each budget buys.
#include <algorithm>
#include <span>

#include "core/stopwatch.hpp"
#include "select/constraints.hpp"
#include "select/relax.hpp"
#include "select/search.hpp"

namespace drfs {
namespace {

/// The smaller choice with one more feature, the one that helps most, and the set that the
/// relaxation gives: for a budget next to one that is solved, more starts lead to the same set.
std::vector<FeatureSet> starts_for(const Constraints& constraints, const Candidates& candidates,
                                   const FeatureSet& smaller, Search& search) {
  constexpr std::size_t kRankings = 1;
  std::vector<FeatureSet> larger;
  for (std::size_t feature : candidates.pool)
    if (!contains(smaller, feature))
      if (auto set = constraints.fill(with(smaller, feature), {})) larger.push_back(*set);
  std::vector<FeatureSet> starts;
  if (!larger.empty() && !smaller.empty())
    starts.push_back(*constraints.fill(search.best_of(larger, search.aim()), candidates.ranked));
  const std::size_t count = smaller.empty() ? candidates.rankings.size() : kRankings;
  for (std::size_t i = 0; i < count; ++i)
    starts.push_back(*constraints.fill({}, candidates.rankings[i]));
  return starts;
}

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
  CurveSearch(const Dataset& data, const Candidates& candidates, const Constraints& constraints,
              const SelectOptions& options, const Context& context)
      : candidates_(candidates),
        constraints_(constraints),
        context_(context),
        search_(data, candidates, options, context) {}

  /// False where it was interrupted before it had a choice.
  bool add(int budget, const std::vector<double>& alpha, SelectionCurve& curve) {
    const Stopwatch watch;
    const auto constraints = constraints_.with_budget(static_cast<std::size_t>(budget));
    auto refined =
        search_.run(constraints, starts_for(constraints, candidates_, previous(), search_),
                    sets_.empty() ? Effort::full : Effort::next_door);
    if (!refined || context_.stopped()) return false;
    FeatureSet set = refined->ranked;
    std::ranges::sort(set);
    curve.selections.push_back(selection_of(*refined, constraints, alpha));
    if (!previous().empty() && !serves_more(set)) {
      set = previous();
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
            return search_.is_better(larger, sets_[i]);
          }))
        return i;
    return sets_.size() - 1;
  }

  std::vector<Worth> worth_of(std::size_t point) {
    return search_.worth_of(sets_[point], constraints_.with_budget(sets_[point].size()));
  }

 private:
  FeatureSet previous() const { return sets_.empty() ? FeatureSet() : sets_.back(); }
  double value(const FeatureSet& set) { return search_.aim().of(search_.risk(set)); }

  /// Than the choice before: by the aim, or for a population while the aim is the same to a tie.
  bool serves_more(const FeatureSet& set) {
    double least = value(previous());
    for (const auto& smaller : sets_) least = std::min(least, value(smaller));
    return value(set) <= value(previous()) ||
           (value(set) <= search_.aim().tie_limit(least) && search_.is_better(set, previous()));
  }

  const Candidates& candidates_;
  const Constraints& constraints_;
  const Context& context_;
  Search search_;
  std::vector<FeatureSet> sets_;  // one per budget done
};

}  // namespace

SelectionCurve select_curve(const Dataset& data, std::vector<int> budgets,
                            const SelectOptions& options, const Context& context) {
  std::ranges::sort(budgets);
  SelectionCurve curve{budgets, {}, 0, {}};
  SelectOptions smallest = options, largest = options;
  smallest.budget = budgets.front();
  largest.budget = budgets.back();
  Constraints::from(data, smallest, context);  // what it leaves room for, the larger ones do
  const auto constraints = Constraints::from(data, largest, context);
  const Means means = conditional_means(data, largest.model, largest.means, largest.seed, context);
  const Relaxation relaxation = relax(data, constraints, means.mu, largest, context);
  const Candidates candidates =
      find_candidates(data, constraints, means, relaxation, largest, context);
  CurveSearch search(data, candidates, constraints, largest, context);
  try {
    for (std::size_t i = 0; i < budgets.size(); ++i) {
      context.progress({"curve", static_cast<double>(i), static_cast<double>(budgets.size()),
                        "budget " + std::to_string(budgets[i])});
      if (!search.add(budgets[i], relaxation.alpha, curve)) return curve;
      curve.knee = search.knee();
    }
    curve.worth = search.worth_of(curve.knee);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;  // what is finished is kept
  }
  return curve;
}

}  // namespace drfs
