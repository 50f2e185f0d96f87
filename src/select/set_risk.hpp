// The cross-validated risk of sets of features by real models, compared by an aim: what the
// discrete search compares sets by. Fitted sets are remembered.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "drfs/select.hpp"
#include "select/aim.hpp"
#include "select/smooth_risk.hpp"

namespace drfs {

class SetRisk {
 public:
  /// With `smooth` or, where the options leave the model open, without it, a population's risk is
  /// that of the better of two learners: the model of the options, and the smooth one or a linear
  /// one. What counts is what the features allow.
  SetRisk(const Dataset&, const SelectOptions&, const SmoothRisk* smooth, const Context&);

  /// On all folds.
  const CvRisk& risk(const FeatureSet&);

  /// All of the sets at once, side by side: quicker than one after the other.
  void learn(std::vector<FeatureSet>);

  /// The best of the sets, of which there must be one. A race, fold by fold: only the best third,
  /// and eight at least, are followed into the next fold.
  FeatureSet best_of(std::vector<FeatureSet> sets, const Aim&);

  /// Says of a set that was scored whether it could be the answer.
  using IsAnswer = std::function<bool(const FeatureSet&)>;

  /// Of the answers scored on all folds that tie with the best by the aim, the one with the least
  /// mean. `set` is scored.
  FeatureSet settle_ties(const FeatureSet& set, const Aim&, const IsAnswer&);

  /// Of the answers scored on all folds, those within one standard error of `best` by the aim; best
  /// first, at most `most`, without `best`.
  std::vector<NearlyAsGood> nearly_as_good(const FeatureSet& best, const Aim&, const IsAnswer&,
                                           std::size_t most);

  std::size_t sets_tried() const { return entries_.size(); }

 private:
  struct Entry {
    std::size_t folds = 0;           // done
    std::vector<CvRisk> by_learner;  // on these folds, or on the first where given up
    std::set<std::pair<std::size_t, std::size_t>> given_up;  // learner and population
    CvRisk smooth;  // of the smooth learner; empty where there is none
    std::size_t smooth_version = 0;
    CvRisk better;  // of the best of them
  };
  struct Fit {
    const FeatureSet& set;
    std::size_t learner, population;
  };
  CvRisk better_of(const Entry&) const;
  void give_up_hopeless(Entry&) const;
  /// Whether a learner that was given up is no longer hopeless beside the others.
  bool gave_up_too_soon(const Entry&) const;
  bool complete(const Entry&) const;
  void fit_fold(const std::vector<FeatureSet>& sets, std::size_t fold);
  /// Brings those that were scored before the smoothing changed up to date.
  void smooth_anew(const std::vector<FeatureSet>& sets);
  /// The answers that were scored on all folds, up to date.
  std::vector<FeatureSet> answers(const IsAnswer&);

  const Dataset& data_;
  const SelectOptions& options_;
  const SmoothRisk* smooth_;
  std::vector<ModelOptions> learners_;
  const Context& context_;
  std::map<FeatureSet, Entry> entries_;
};

}  // namespace drfs
