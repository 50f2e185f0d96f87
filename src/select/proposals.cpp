#include "select/proposals.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "select/known_risks.hpp"
#include "select/swaps.hpp"

namespace drfs {
namespace {

constexpr std::size_t kProposals = 8;
/// Features whose loss hurts least, each of which is tried against the whole pool.
constexpr std::size_t kDropsTried = 10;
constexpr int kMostPasses = 20;
/// Two at once are tried among the most promising only.
constexpr std::size_t kPairsAmong = 45;
/// Where there are no more answers than this, all of them are looked at.
constexpr std::size_t kFewAnswers = 1000;
/// A better set may call for other smoothing, and that for another set.
constexpr int kMostRounds = 3;
/// Sets so much worse than the present one are given up unseen.
constexpr double kWorthKnowing = 1.1;

class SmoothSearch {
 public:
  SmoothSearch(const SmoothRisk& smooth, Aim aim, const Candidates& pool,
               const Constraints& constraints, const Context& context)
      : risks_(smooth, aim, context),
        aim_(std::move(aim)),
        pool_(pool),
        constraints_(constraints) {}

  /// Swaps single features while that helps, then the two least missed ones for any two others.
  FeatureSet descend(FeatureSet set, const std::function<bool()>& time_is_up) {
    for (int pass = 0; pass < kMostPasses && !time_is_up(); ++pass) {
      const auto drops = least_missed(set);
      if (move_to_better(set, single_swaps(set, drops))) continue;
      if (set.size() < 2 || !move_to_better(set, {double_swaps(set, drops)})) break;
    }
    return set;
  }

  /// Of the sets that tie with `set`, the one with the least mean. Looks at its neighbours, too,
  /// until none of them is a better one.
  FeatureSet settle_ties(FeatureSet set, const std::function<bool()>& time_is_up) {
    const double limit = aim_.tie_limit(aim_.of(risks_.of(set)));
    for (int pass = 0; pass < kMostPasses && !time_is_up(); ++pass) {
      look_at(single_swaps(set, least_missed(set)), limit);
      FeatureSet best = set;
      for (const auto& [other, risk] : risks_.all())
        if (is_answer(other) && aim_.of(risk) <= limit &&
            aim_.mean(risk) < aim_.mean(risks_.of(best)))
          best = other;
      if (best == set) break;
      set = best;
    }
    return set;
  }

  void look_at_all(const std::vector<FeatureSet>& answers) {
    if (!answers.empty())
      risks_.look_at(answers, std::numeric_limits<double>::infinity(), risks_.of(answers[0]));
  }

  /// The best of all answers that were looked at.
  std::vector<FeatureSet> best(std::size_t count) const {
    std::vector<std::pair<double, const FeatureSet*>> order;
    for (const auto& [set, risk] : risks_.all())
      if (is_answer(set)) order.emplace_back(aim_.score(risk), &set);
    std::ranges::sort(order, {}, [](const auto& o) { return std::pair(o.first, *o.second); });
    std::vector<FeatureSet> out;
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i) out.push_back(*order[i].second);
    return out;
  }

  FeatureSet best_of(const std::vector<FeatureSet>& sets) {
    return std::ranges::min(sets, {},
                            [&](const FeatureSet& set) { return std::pair(score(set), set); });
  }

 private:
  /// Sets that have all of `rest`, which serves the populations much as they do.
  struct Neighbours {
    FeatureSet rest;
    std::vector<FeatureSet> sets;
  };

  /// Other sets that were looked at are parts of answers.
  bool is_answer(const FeatureSet& set) const { return constraints_.is_full(set, pool_.pool); }

  double score(const FeatureSet& set) { return aim_.score(risks_.of(set)); }

  void look_at(const std::vector<Neighbours>& groups, double limit) {
    for (const auto& group : groups) risks_.look_at(group.sets, limit, risks_.of(group.rest));
  }

  bool move_to_better(FeatureSet& set, const std::vector<Neighbours>& groups) {
    look_at(groups, aim_.worse_by(kWorthKnowing, score(set)));
    FeatureSet best = set;
    for (const auto& group : groups)
      for (const auto& next : group.sets) {
        const auto known = risks_.all().find(next);
        if (known == risks_.all().end()) continue;
        if (std::pair(aim_.score(known->second), next) < std::pair(score(best), best)) best = next;
      }
    return std::exchange(set, best) != best;
  }

  std::vector<std::size_t> least_missed(const FeatureSet& set) {
    std::vector<std::size_t> order = set;
    std::ranges::stable_sort(order, {}, [&](std::size_t feature) {
      return score(constraints_.left_without(set, feature));
    });
    order.resize(std::min(order.size(), kDropsTried));
    return order;
  }

  std::vector<Neighbours> single_swaps(const FeatureSet& set,
                                       const std::vector<std::size_t>& drops) const {
    std::vector<Neighbours> out;
    for (std::size_t drop : drops)
      out.emplace_back(constraints_.left_without(set, drop),
                       swaps(set, drop, drops, pool_, constraints_));
    return out;
  }

  Neighbours double_swaps(const FeatureSet& set, const std::vector<std::size_t>& drops) const {
    Neighbours out{constraints_.left_without(constraints_.left_without(set, drops[0]), drops[1]),
                   {}};
    const auto most = std::min(pool_.ranked.size(), kPairsAmong);
    for (std::size_t a : std::span(pool_.ranked).first(most))
      for (std::size_t b : std::span(pool_.ranked).first(most)) {
        if (a >= b || contains(set, a) || contains(set, b)) continue;
        auto next = constraints_.fill(with(with(out.rest, a), b), pool_.ranked);
        if (next) out.sets.push_back(std::move(*next));
      }
    return out;
  }

  KnownRisks risks_;
  Aim aim_;
  const Candidates& pool_;
  const Constraints& constraints_;
};

}  // namespace

std::vector<FeatureSet> propose(SmoothRisk& smooth, const Aim& aim, const Candidates& candidates,
                                const Constraints& constraints,
                                const std::function<bool()>& time_is_up, const Context& context) {
  smooth.smooth_for(candidates.starts[0]);
  const auto few_answers = constraints.all_full(candidates.pool, kFewAnswers);
  std::vector<FeatureSet> starts = candidates.starts, out;
  for (int round = 0; round < kMostRounds; ++round) {
    const Aim here =
        aim.against(candidates.own_best, [&](const FeatureSet& set) { return smooth.risk(set); });
    SmoothSearch search(smooth, here, candidates, constraints, context);
    for (auto& set : starts) set = search.descend(set, time_is_up);
    search.look_at_all(few_answers);
    const FeatureSet best = few_answers.empty() ? search.best_of(starts) : search.best(1)[0];
    out = {search.settle_ties(best, time_is_up), best};
    for (auto& set : search.best(kProposals)) out.push_back(std::move(set));
    if (time_is_up() || !smooth.smooth_for(out[0])) break;
  }
  return out;
}

}  // namespace drfs
