// The smooth learner's risks of the sets that a search has looked at.
#pragma once

#include <limits>
#include <map>
#include <vector>

#include "select/aim.hpp"
#include "select/smooth_risk.hpp"

namespace drfs {

class KnownRisks {
 public:
  KnownRisks(const SmoothRisk& smooth, Aim aim, const Context& context)
      : smooth_(smooth), aim_(std::move(aim)), context_(context) {}

  /// Learns the risks of these sets. Where a single population tells that the aim's value is above
  /// `limit`, the set is given up at once, which saves most of the time; `guide` is the risk of a
  /// set like these, whose worst-served populations are looked at first.
  void look_at(const std::vector<FeatureSet>& sets, double limit, const CvRisk& guide);

  const CvRisk& of(const FeatureSet&);

  /// Every set that was looked at and not given up.
  const std::map<FeatureSet, CvRisk>& all() const { return known_; }

 private:
  const SmoothRisk& smooth_;
  Aim aim_;
  const Context& context_;
  std::map<FeatureSet, CvRisk> known_;
  std::map<FeatureSet, double> given_up_;  // at this limit
};

}  // namespace drfs
