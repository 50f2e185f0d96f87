// From any set to one that no swap improves, by a score that is quick to ask for. It remembers what
// it has looked at.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "models/basis.hpp"
#include "select/search/candidates.hpp"

namespace drfs {

class SwapSearch {
 public:
  /// The smaller the better; asked for several sets at once.
  using Score = std::function<double(const FeatureSet&)>;

  /// `pairs` are features of which one may be of no use without the other. All must outlive it.
  SwapSearch(Score, const Candidates&, const Constraints&, const std::vector<FeaturePair>& pairs,
             std::function<bool()> time_is_up, const Context&);

  /// One feature after the other, the best in each turn, until there is room for no more.
  FeatureSet grow(FeatureSet from);

  /// Swaps single features, and two for a pair, while that helps.
  FeatureSet descend(FeatureSet);

  /// The allowed sets that differ by one swap, the best first.
  std::vector<FeatureSet> neighbours(const FeatureSet&);

  /// Looks at every full set where these are few; otherwise at none.
  void look_at_few();

  /// Of the sets looked at, the full ones that are allowed; the best first.
  std::vector<FeatureSet> best(std::size_t most, const Constraints&) const;
  FeatureSet best_of(std::vector<FeatureSet> sets);

  /// The set's features, those first without which it scores best.
  std::vector<std::size_t> least_needed(const FeatureSet&);

  double score(const FeatureSet&);
  std::size_t sets_tried() const { return known_.size(); }

 private:
  void look_at(const std::vector<FeatureSet>&);
  /// The best first.
  void sort(std::vector<FeatureSet>&);
  std::vector<FeatureSet> pair_swaps(const FeatureSet&,
                                     const std::vector<std::size_t>& drops) const;

  Score score_;
  const Candidates& candidates_;
  const Constraints& constraints_;
  const std::vector<FeaturePair>& pairs_;
  std::function<bool()> time_is_up_;
  const Context& context_;
  std::map<FeatureSet, double> known_;
};

}  // namespace drfs
