// The search among whole sets of features: by the reference, and by real models where these see
// more. What it has learned of the rows serves any budget and any rules.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "select/measure/set_risk.hpp"
#include "select/problem.hpp"
#include "select/recipe.hpp"
#include "select/search/candidates.hpp"
#include "select/search/refine.hpp"
#include "select/search/swap_search.hpp"

namespace drfs {

class Search {
 public:
  /// For sets that the problem's constraints allow, or smaller ones. All of these must outlive it.
  Search(const Dataset&, const Problem&, const Evidence&, const Recipe&, const Context&);
  /// Among these candidates.
  Search(const Dataset&, const Problem&, const Evidence&, Candidates, const Recipe&,
         const Context&);

  /// `more_starts` are allowed sets, or parts of such. Never ends with a set that scores worse than
  /// the best start, and then leaves out what serves nobody. Interrupted or out of time, it returns
  /// the best set so far; nothing where it was interrupted before it had one.
  std::optional<Refined> run(const Constraints&, const std::vector<FeatureSet>& more_starts = {});

  /// What each feature of an allowed set is worth, and what could take its place; the largest
  /// loss first.
  std::vector<Worth> worth_of(const FeatureSet&, const Constraints&);

  /// What sets are compared by, without targets.
  const Aim& aim() const { return problem_.aim; }
  RiskDraws risk(const FeatureSet& set) { return risk_.risk(set); }

 private:
  class Run;
  std::vector<FeatureSet> starts(const Constraints&, const std::vector<FeatureSet>& more) const;
  /// What each population would choose for itself under the same rules.
  std::vector<FeatureSet> best_alone_sets(const Constraints&,
                                          const std::function<bool()>& time_is_up);

  const Dataset& data_;
  const Problem& problem_;
  Candidates candidates_;
  const Recipe& recipe_;
  const Context& context_;
  SetRisk risk_;
};

}  // namespace drfs
