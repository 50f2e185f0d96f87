// The discrete search by a quick learner and a real model. It remembers every set that it has
// scored, so that a search under other rules begins where this one ended.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "select/aim.hpp"
#include "select/candidates.hpp"
#include "select/refine.hpp"
#include "select/set_risk.hpp"

namespace drfs {

/// How much of a set's neighbourhood is tried by the real model in a pass.
enum class Effort {
  full,      ///< for a set that comes from afar
  next_door  ///< for one that comes from the answer to a problem next to this one
};

class Search {
 public:
  /// All of these must outlive it.
  Search(const Dataset&, const Candidates&, const SelectOptions&, const Context&);

  /// From these starts, which the rules allow. Never ends with a set that is worse than the best
  /// start by more than a tie, and then leaves out what is of no use. Interrupted or out of time,
  /// it returns the best set so far; nothing where it was interrupted before it had one.
  std::optional<Refined> run(const Constraints&, const std::vector<FeatureSet>& starts,
                             Effort = Effort::full);

  /// What each feature of an allowed set is worth, and what could take its place; the one that is
  /// missed most first.
  std::vector<Worth> worth_of(const FeatureSet&, const Constraints&);

  /// What the aim makes of the cross-validated risks of a set.
  const CvRisk& risk(const FeatureSet& set) { return risk_.risk(set); }
  Aim aim();

  /// Whether the larger or equal set is better where it counts, by the aim or for a population, and
  /// not by chance: by more than a tie, and than the best of as many useless features would seem.
  bool is_better(const FeatureSet& larger, const FeatureSet& smaller);

  /// The best of some sets: a race among those that the quick learner holds to be promising.
  FeatureSet best_of(const std::vector<FeatureSet>& sets, const Aim&);

 private:
  /// The aim with the targets of --max-risk, where there are any: what sets are compared by.
  Aim goal(const Aim&) const;
  Missed loss_without(const FeatureSet& set, const FeatureSet& without);
  /// The smallest part found that serves like the whole set.
  FeatureSet needed_of(const FeatureSet& whole, const Aim&, const Constraints&,
                       const std::function<bool()>& time_is_up);
  /// In standard errors.
  double chance(const FeatureSet& larger, const FeatureSet& smaller) const;

  const Dataset& data_;
  const Candidates& candidates_;
  const SelectOptions& options_;
  const Context& context_;
  SmoothRisk smooth_;
  SetRisk risk_;
};

}  // namespace drfs
