#include "select/known_risks.hpp"

#include <algorithm>
#include <numeric>

#include "core/parallel.hpp"

namespace drfs {

void KnownRisks::look_at(const std::vector<FeatureSet>& sets, double limit, const CvRisk& guide) {
  std::vector<FeatureSet> missing;
  for (const auto& set : sets) {
    const auto given_up = given_up_.find(set);
    if (!known_.contains(set) && (given_up == given_up_.end() || given_up->second < limit))
      missing.push_back(set);
  }
  const auto limits = aim_.limits(limit, guide.populations.size());
  std::vector<std::size_t> order(guide.populations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::size_t p) { return guide.populations[p].risk() - limits[p]; });

  std::vector<std::optional<CvRisk>> risks(missing.size());
  parallel_for(missing.size(), context_, [&](std::size_t i, std::size_t) {
    risks[i] = smooth_.risk_within(missing[i], limits, order);
  });
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (risks[i])
      known_[missing[i]] = std::move(*risks[i]);
    else
      given_up_[missing[i]] = limit;
  }
}

const CvRisk& KnownRisks::of(const FeatureSet& set) {
  const auto known = known_.find(set);
  return known != known_.end() ? known->second : known_[set] = smooth_.risk(set);
}

}  // namespace drfs
