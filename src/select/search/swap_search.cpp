#include "select/search/swap_search.hpp"

#include <algorithm>
#include <utility>

#include "core/parallel.hpp"
#include "select/search/swaps.hpp"

namespace drfs {
namespace {

/// Where there are no more answers than this, all of them are looked at.
constexpr std::size_t kFewAnswers = 1000;

}  // namespace

SwapSearch::SwapSearch(Score score, const Candidates& candidates, const Constraints& constraints,
                       const std::vector<FeaturePair>& pairs, std::function<bool()> time_is_up,
                       const Context& context)
    : score_(std::move(score)),
      candidates_(candidates),
      constraints_(constraints),
      pairs_(pairs),
      time_is_up_(std::move(time_is_up)),
      context_(context) {}

void SwapSearch::look_at(const std::vector<FeatureSet>& sets) {
  std::vector<FeatureSet> missing;
  for (const auto& set : sets)
    if (!known_.contains(set)) missing.push_back(set);
  std::vector<double> scores(missing.size());
  parallel_for(missing.size(), context_,
               [&](std::size_t i, std::size_t) { scores[i] = score_(missing[i]); });
  for (std::size_t i = 0; i < missing.size(); ++i) known_[missing[i]] = scores[i];
}

double SwapSearch::score(const FeatureSet& set) {
  look_at({set});
  return known_.at(set);
}

void SwapSearch::sort(std::vector<FeatureSet>& sets) {
  look_at(sets);
  std::ranges::sort(sets, {},
                    [&](const FeatureSet& set) { return std::pair(known_.at(set), set); });
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
}

FeatureSet SwapSearch::best_of(std::vector<FeatureSet> sets) {
  sort(sets);
  return sets.front();
}

FeatureSet SwapSearch::grow(FeatureSet set) {
  while (true) {
    std::vector<FeatureSet> larger;
    for (std::size_t feature : candidates_.pool)
      if (!contains(set, feature))
        if (auto next = constraints_.fill(with(set, feature), {}))
          larger.push_back(std::move(*next));
    if (larger.empty()) return set;
    set = best_of(std::move(larger));
  }
}

std::vector<std::size_t> SwapSearch::least_needed(const FeatureSet& set) {
  std::vector<FeatureSet> rests;
  for (std::size_t feature : set) rests.push_back(constraints_.left_without(set, feature));
  look_at(rests);
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < set.size(); ++i) order.emplace_back(known_.at(rests[i]), set[i]);
  std::ranges::sort(order);
  std::vector<std::size_t> out;
  for (const auto& [score, feature] : order) out.push_back(feature);
  return out;
}

std::vector<FeatureSet> SwapSearch::pair_swaps(const FeatureSet& set,
                                               const std::vector<std::size_t>& drops) const {
  std::vector<FeatureSet> out;
  for (const auto& [a, b] : pairs_) {
    if (contains(set, a) || contains(set, b)) continue;
    FeatureSet rest = set;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, drops.size()); ++i)
      rest = constraints_.left_without(rest, drops[i]);
    if (auto next = constraints_.fill(with(with(rest, a), b), candidates_.ranked))
      out.push_back(std::move(*next));
  }
  return out;
}

std::vector<FeatureSet> SwapSearch::neighbours(const FeatureSet& set) {
  const auto drops = least_needed(set);
  std::vector<FeatureSet> out = pair_swaps(set, drops);
  for (std::size_t drop : drops) {
    auto more = swaps(set, drop, drops, candidates_, constraints_);
    out.insert(out.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  }
  sort(out);
  return out;
}

FeatureSet SwapSearch::descend(FeatureSet set) {
  while (!time_is_up_()) {
    const auto next = neighbours(set);
    if (next.empty() || !(score(next.front()) < score(set))) break;
    set = next.front();
  }
  return set;
}

void SwapSearch::look_at_few() {
  look_at(constraints_.all_full(candidates_.pool, kFewAnswers));
}

std::vector<FeatureSet> SwapSearch::best(std::size_t most, const Constraints& constraints) const {
  std::vector<std::pair<double, FeatureSet>> order;
  for (const auto& [set, score] : known_)
    if (constraints.is_full(set, candidates_.pool)) order.emplace_back(score, set);
  std::ranges::sort(order);
  std::vector<FeatureSet> out;
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) out.push_back(order[i].second);
  return out;
}

}  // namespace drfs
