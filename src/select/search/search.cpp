#include "select/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/stopwatch.hpp"
#include "select/measure/ruler.hpp"

namespace drfs {
namespace {

/// Descents start from what grew from nothing and from so many of the best starts.
constexpr std::size_t kStarts = 2;
/// Of the sets that the reference holds to be best, so many are tried by the models; of those that
/// are nearly as good as the chosen one, so many are shown.
constexpr std::size_t kShortList = 10;

Eigen::ArrayXXd own_risks(SetRisk& risk, const std::vector<FeatureSet>& best_alone) {
  Eigen::ArrayXXd out(std::ssize(best_alone), kDraws);
  for (std::size_t p = 0; p < best_alone.size(); ++p) {
    const auto row = static_cast<Eigen::Index>(p);
    out.row(row) = risk.risk(best_alone[p]).risk.row(row);
  }
  return out;
}

}  // namespace

/// One search under given rules.
class Search::Run {
 public:
  Run(Search& search, const Constraints& constraints, const std::vector<FeatureSet>& starts)
      : search_(search),
        constraints_(constraints),
        starts_(starts),
        time_is_up_([this, limit = search.recipe_.refine.time_limit] {
          return limit > 0 && watch_.seconds() > limit;
        }) {}

  std::optional<Refined> result() && { return std::move(out_); }

  void go() {
    aim_at_best_alone();
    SwapSearch quick(
        [this](const FeatureSet& set) { return goal_.score(search_.risk_.quick(set)); },
        search_.candidates_, constraints_, search_.risk_.products(), time_is_up_, search_.context_);
    // 1. By the reference, which is quick: thousands of sets.
    std::vector<FeatureSet> starts = starts_;
    std::ranges::sort(starts, {},
                      [&](const auto& set) { return std::pair(quick.score(set), set); });
    accept(starts.front());
    show_progress(0);
    out_->course.start_worst = out_->course.worst;
    out_->course.start_aim = out_->course.aim;
    starts.resize(std::min(starts.size(), kStarts));
    starts.push_back(quick.grow(*constraints_.fill({}, {})));
    for (auto& start : starts) start = quick.descend(start);
    quick.look_at_few();
    accept(quick.best(1, constraints_).front());

    // 2. By the models, where they see more: the best of these sets, and then their neighbours.
    if (!search_.risk_.quick_is_all()) judge(quick);

    // 3. What serves nobody is left out; where there are targets, the budget is the smallest
    // anyway.
    const FeatureSet whole = best_;
    if (!search_.recipe_.refine.fill && !has_targets_) accept(eliminate_backward(whole, quick));
    out_->course.not_needed = without(whole, best_);
    describe(whole, quick);
    show_progress(1);
  }

 private:
  RiskDraws risk(const FeatureSet& set) { return search_.risk_.risk(set); }
  double score(const FeatureSet& set) { return goal_.score(risk(set)); }

  void aim_at_best_alone() {
    const auto& targets = search_.problem_.targets;
    has_targets_ = !targets.empty();
    if (search_.aim().name() == AimName::regret) {
      best_alone_ = search_.best_alone_sets(constraints_, time_is_up_);
      // What serves one population may serve all.
      starts_.insert(starts_.end(), best_alone_.begin(), best_alone_.end());
      shown_ = search_.aim().against(own_risks(search_.risk_, best_alone_));
    } else {
      shown_ = search_.aim();
    }
    goal_ = has_targets_ ? shown_.towards(targets) : shown_;
  }

  void accept(const FeatureSet& set) {
    const RiskDraws known = risk(set);
    best_ = set;
    if (!out_) out_.emplace();
    out_->ranked = set;
    out_->course.worst = known.worst();
    out_->course.risk = known.mean();
    out_->course.aim = shown_.values(known).mean();
  }

  void show_progress(double done) const {
    search_.context_.progress(
        {"refine", done, 1,
         fmt::format("{} {:.4f}", name_of(shown_.name(), kAimNames), out_->course.aim)});
  }

  void judge(SwapSearch& quick) {
    const auto best_of = [&](std::vector<FeatureSet> sets) {
      search_.risk_.learn(sets);
      return std::ranges::min(sets, {},
                              [&](const auto& set) { return std::pair(score(set), set); });
    };
    auto sets = quick.best(kShortList, constraints_);
    sets.insert(sets.end(), starts_.begin(), starts_.end());
    accept(best_of(std::move(sets)));
    const int passes = search_.recipe_.refine.refine_passes;
    while (out_->course.passes < passes && !time_is_up_()) {
      show_progress(static_cast<double>(out_->course.passes) / passes);
      ++out_->course.passes;
      auto next = quick.neighbours(best_);
      next.resize(std::min(next.size(), kShortList));
      if (next.empty()) break;
      const FeatureSet set = best_of(std::move(next));
      if (!(score(set) < score(best_))) break;
      accept(set);
    }
  }

  /// Backward elimination: the smallest part found that serves like the whole set.
  FeatureSet eliminate_backward(const FeatureSet& whole, SwapSearch& quick) {
    FeatureSet needed = whole;
    const RiskDraws all = risk(whole);
    for (bool found = true; found && !time_is_up_();) {
      found = false;
      for (std::size_t feature : quick.least_needed(needed)) {
        const auto part = constraints_.remove(needed, feature);
        if (!part || part->empty() || !constraints_.allows(*part)) continue;
        if (!serves_alike(goal_, risk(*part), all)) continue;
        needed = *part;
        found = true;
        break;
      }
    }
    return needed;
  }

  void describe(const FeatureSet& whole, SwapSearch& quick) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t feature : best_)
      order.emplace_back(-score(constraints_.left_without(best_, feature)), feature);
    std::ranges::sort(order);
    const RiskDraws mine = risk(best_);
    std::vector<std::size_t> ranked;
    for (const auto& [score, feature] : order) {
      const RiskDraws rest = risk(constraints_.left_without(best_, feature));
      const Difference lost = compare(shown_, rest, mine);
      ranked.push_back(feature);
      out_->loss_without.push_back(
          {lost.difference(), lost.standard_error(), serves_worse(shown_, rest, mine)});
    }
    out_->ranked = std::move(ranked);
    out_->course.sets_tried = quick.sets_tried();
    out_->course.not_helped = search_.risk_.not_helped();
    out_->course.nothing_helps = search_.risk_.nothing_helps();
    for (std::size_t p = 0; p < best_alone_.size(); ++p)
      out_->best_alone.push_back({best_alone_[p], risk(best_alone_[p]).mean()[p]});

    const Constraints used =
        best_.size() < whole.size() ? constraints_.with_budget(best_.size()) : constraints_;
    for (const auto& set : quick.best(kShortList + 1, used)) {
      const RiskDraws other = risk(set);
      if (set != best_ && compare(goal_, other, mine).may_be_less())
        out_->course.nearly_as_good.push_back({set, other.worst(), shown_.values(other).mean()});
    }
    std::ranges::stable_sort(out_->course.nearly_as_good, {}, &NearlyAsGood::aim);
  }

  Search& search_;
  const Constraints& constraints_;
  std::vector<FeatureSet> starts_;
  Stopwatch watch_;
  std::function<bool()> time_is_up_;
  Aim shown_, goal_;  // the goal has the targets of --max-risk, where there are any
  bool has_targets_ = false;
  std::vector<FeatureSet> best_alone_;
  FeatureSet best_;
  std::optional<Refined> out_;
};

Search::Search(const Dataset& data, const Problem& problem, const Evidence& evidence,
               const Recipe& recipe, const Context& context)
    : Search(data, problem, evidence,
             find_candidates(data, problem.constraints, evidence, recipe, context), recipe,
             context) {}

Search::Search(const Dataset& data, const Problem& problem, const Evidence& evidence,
               Candidates candidates, const Recipe& recipe, const Context& context)
    : data_(data),
      problem_(problem),
      candidates_(std::move(candidates)),
      recipe_(recipe),
      context_(context),
      risk_(data, candidates_.ranked, problem.constraints, evidence.means, recipe, context) {}

std::vector<FeatureSet> Search::starts(const Constraints& constraints,
                                       const std::vector<FeatureSet>& more) const {
  std::vector<FeatureSet> out;
  for (const auto& ranking : candidates_.rankings) out.push_back(*constraints.fill({}, ranking));
  for (const auto& set : more)
    if (auto start = constraints.fill(set, candidates_.ranked)) out.push_back(std::move(*start));
  return out;
}

std::vector<FeatureSet> Search::best_alone_sets(const Constraints& constraints,
                                                const std::function<bool()>& time_is_up) {
  std::vector<FeatureSet> out;
  for (std::size_t p = 0; p < data_.populations.size(); ++p) {
    SwapSearch own(
        [&](const FeatureSet& set) {
          return risk_.quick(set).risk.row(static_cast<Eigen::Index>(p)).mean();
        },
        candidates_, constraints, risk_.products(), time_is_up, context_);
    own.look_at_few();
    const FeatureSet grown = own.descend(own.grow(*constraints.fill({}, {})));
    const auto best = own.best(1, constraints);
    out.push_back(best.empty() ? grown : best.front());
  }
  return out;
}

std::optional<Refined> Search::run(const Constraints& constraints,
                                   const std::vector<FeatureSet>& more_starts) {
  Run run(*this, constraints, starts(constraints, more_starts));
  try {
    run.go();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
  }
  return std::move(run).result();
}

std::vector<Worth> Search::worth_of(const FeatureSet& set, const Constraints& constraints) {
  SwapSearch quick([this](const FeatureSet& other) { return aim().score(risk_.quick(other)); },
                   candidates_, constraints, risk_.products(), [] { return false; }, context_);
  const RiskDraws whole = risk_.risk(set);
  const auto neighbours = quick.neighbours(set);
  std::vector<Worth> out;
  for (std::size_t feature : set) {
    const Difference lost =
        compare(aim(), risk_.risk(constraints.left_without(set, feature)), whole);
    Worth worth{feature, lost.difference(), lost.standard_error(), {}, 0, 0};
    const auto instead = std::ranges::find_if(
        neighbours, [&](const FeatureSet& other) { return !contains(other, feature); });
    if (instead != neighbours.end()) {
      const Difference other = compare(aim(), risk_.risk(*instead), whole);
      worth.instead = *instead;
      worth.loss_instead = other.difference();
      worth.loss_instead_se = other.standard_error();
    }
    out.push_back(std::move(worth));
  }
  std::ranges::stable_sort(out, std::greater{}, &Worth::loss);
  return out;
}

}  // namespace drfs
