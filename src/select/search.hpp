// The discrete search by a quick learner and a real model. It remembers every set that it has
// scored, so that a search under other rules begins where this one ended.
#pragma once

#include <optional>
#include <vector>

#include "select/aim.hpp"
#include "select/candidates.hpp"
#include "select/refine.hpp"
#include "select/set_risk.hpp"

namespace drfs {

class Search {
 public:
  /// All of these must outlive it.
  Search(const Dataset&, const Candidates&, const SelectOptions&, const Context&);

  /// From these starts, which the rules allow. Never returns a set whose score is worse than that
  /// of the best start. Interrupted or out of time, it returns the best set so far; nothing where
  /// it was interrupted before it had one.
  std::optional<Refined> run(const Constraints&, const std::vector<FeatureSet>& starts);

  /// What each feature of an allowed set is worth, and what could take its place; the one that is
  /// missed most first.
  std::vector<Worth> worth_of(const FeatureSet&, const Constraints&);

  /// What the aim makes of the cross-validated risks of a set.
  const CvRisk& risk(const FeatureSet& set) { return risk_.risk(set); }
  Aim aim();

  /// The best of some sets, by a race.
  FeatureSet best_of(const std::vector<FeatureSet>& sets) { return risk_.best_of(sets, aim()); }

 private:
  const Dataset& data_;
  const Candidates& candidates_;
  const SelectOptions& options_;
  const Context& context_;
  SmoothRisk smooth_;
  SetRisk risk_;
};

}  // namespace drfs
