#include "select/proposals.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "core/parallel.hpp"

namespace drfs {
namespace {

constexpr std::size_t kProposals = 8;
/// Features whose loss hurts least, each of which is tried against the whole pool.
constexpr std::size_t kDropsTried = 10;
constexpr int kMostPasses = 20;
/// Two at once are tried among the most promising only.
constexpr std::size_t kPairsAmong = 45;
/// A better set may call for other smoothing, and that for another set.
constexpr int kMostRounds = 3;

class SmoothSearch {
 public:
  SmoothSearch(const SmoothRisk& smooth, const Candidates& pool, const Context& context)
      : smooth_(smooth), pool_(pool), context_(context) {}

  /// Swaps single features while that helps, then the two least missed ones for any two others.
  FeatureSet descend(FeatureSet set, const std::function<bool()>& time_is_up) {
    for (int pass = 0; pass < kMostPasses && !time_is_up(); ++pass) {
      const auto drops = least_missed(set);
      if (move_to_better(set, single_swaps(set, drops))) continue;
      if (!move_to_better(set, double_swaps(set, drops))) break;
    }
    return set;
  }

  /// Of the sets that tie with `set`, the one with the least mean. Looks at its neighbours, too,
  /// until none of them is a better one.
  FeatureSet settle_ties(FeatureSet set, const std::function<bool()>& time_is_up) {
    look_at({set});
    const double limit = (1 + kTie) * known_.at(set).worst();
    for (int pass = 0; pass < kMostPasses && !time_is_up(); ++pass) {
      look_at(single_swaps(set, least_missed(set)));
      FeatureSet best = set;
      for (const auto& [other, risk] : known_)
        if (other.size() == set.size() && risk.worst() <= limit &&
            risk.mean() < known_.at(best).mean())
          best = other;
      if (best == set) break;
      set = best;
    }
    return set;
  }

  /// The best of all sets of this size that were looked at.
  std::vector<FeatureSet> best(std::size_t size, std::size_t count) const {
    std::vector<std::pair<double, const FeatureSet*>> order;
    for (const auto& [set, risk] : known_)
      if (set.size() == size) order.emplace_back(risk.score(), &set);
    std::ranges::sort(order, {}, [](const auto& o) { return std::pair(o.first, *o.second); });
    std::vector<FeatureSet> out;
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i) out.push_back(*order[i].second);
    return out;
  }

  FeatureSet best_of(const std::vector<FeatureSet>& sets) {
    look_at(sets);
    return std::ranges::min(
        sets, {}, [&](const FeatureSet& set) { return std::pair(known_.at(set).score(), set); });
  }

 private:
  void look_at(const std::vector<FeatureSet>& sets) {
    std::vector<FeatureSet> missing;
    for (const auto& set : sets)
      if (!known_.contains(set)) missing.push_back(set);
    std::vector<CvRisk> risks(missing.size());
    parallel_for(missing.size(), context_,
                 [&](std::size_t i, std::size_t) { risks[i] = smooth_.risk(missing[i]); });
    for (std::size_t i = 0; i < missing.size(); ++i) known_[missing[i]] = std::move(risks[i]);
  }

  bool move_to_better(FeatureSet& set, const std::vector<FeatureSet>& neighbours) {
    if (neighbours.empty()) return false;
    const FeatureSet next = best_of(neighbours);
    look_at({set});
    if (!(known_.at(next).score() < known_.at(set).score())) return false;
    set = next;
    return true;
  }

  std::vector<std::size_t> least_missed(const FeatureSet& set) {
    std::vector<FeatureSet> rest;
    for (std::size_t feature : set) rest.push_back(without(set, feature));
    look_at(rest);
    std::vector<std::size_t> order = set;
    std::ranges::stable_sort(
        order, {}, [&](std::size_t feature) { return known_.at(without(set, feature)).score(); });
    order.resize(std::min(order.size(), kDropsTried));
    return order;
  }

  std::vector<FeatureSet> single_swaps(const FeatureSet& set,
                                       const std::vector<std::size_t>& drops) const {
    std::vector<FeatureSet> out;
    for (std::size_t drop : drops)
      for (std::size_t add : pool_.pool)
        if (!contains(set, add)) out.push_back(with(without(set, drop), add));
    return out;
  }

  std::vector<FeatureSet> double_swaps(const FeatureSet& set,
                                       const std::vector<std::size_t>& drops) const {
    std::vector<FeatureSet> out;
    if (set.size() < 2) return out;
    const FeatureSet rest = without(without(set, drops[0]), drops[1]);
    const auto most = std::min(pool_.ranked.size(), kPairsAmong);
    for (std::size_t a : std::span(pool_.ranked).first(most))
      for (std::size_t b : std::span(pool_.ranked).first(most))
        if (a < b && !contains(set, a) && !contains(set, b)) out.push_back(with(with(rest, a), b));
    return out;
  }

  const SmoothRisk& smooth_;
  const Candidates& pool_;
  const Context& context_;
  std::map<FeatureSet, CvRisk> known_;
};

}  // namespace

std::vector<FeatureSet> propose(SmoothRisk& smooth, const Candidates& candidates,
                                const std::function<bool()>& time_is_up, const Context& context) {
  smooth.smooth_for(candidates.starts[0]);
  std::vector<FeatureSet> starts = candidates.starts, out;
  for (int round = 0; round < kMostRounds; ++round) {
    SmoothSearch search(smooth, candidates, context);
    for (auto& set : starts) set = search.descend(set, time_is_up);
    const FeatureSet best = search.best_of(starts);
    out = {search.settle_ties(best, time_is_up), best};
    for (auto& set : search.best(out[0].size(), kProposals)) out.push_back(std::move(set));
    if (time_is_up() || !smooth.smooth_for(out[0])) break;
  }
  return out;
}

}  // namespace drfs
