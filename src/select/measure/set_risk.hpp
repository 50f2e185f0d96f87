// The risk of sets of features as the search sees it, in two fidelities: by a reference, at once;
// and, in the populations where a model does better than that or the user has asked for it, by the
// model's cross-validation.
#pragma once

#include <optional>
#include <vector>

#include "drfs/means.hpp"
#include "select/measure/model_risk.hpp"
#include "select/measure/reference.hpp"
#include "select/ranking.hpp"
#include "select/recipe.hpp"
#include "select/rules/constraints.hpp"

namespace drfs {

class SetRisk {
 public:
  /// For sets of the candidates, the most promising first, that the constraints allow, or smaller
  /// ones. All must outlive it.
  SetRisk(const Dataset&, const Ranking& candidates, const Constraints&, const Means&,
          const Recipe&, const Context&);

  /// By the reference alone.
  RiskDraws quick(const FeatureSet& set) const { return reference_->risk(set); }

  /// Whether that is all there is to know.
  bool quick_is_all() const { return by_model_->populations().empty(); }

  RiskDraws risk(const FeatureSet&);

  /// What `risk` will ask for, all at once.
  void learn(const std::vector<FeatureSet>&);

  /// Populations in which not even all candidates together are shown to tell anything, and whether
  /// they do so in none, nor in all taken together.
  const std::vector<std::size_t>& not_helped() const { return not_helped_; }
  bool nothing_helps() const { return nothing_helps_; }

  const std::vector<FeaturePair>& products() const { return reference_->products(); }

 private:
  void find_helped(const RiskDraws& by_all);

  BasisPlan plan_;
  std::optional<Reference> reference_;
  std::optional<ModelRisk> by_model_;
  std::vector<std::size_t> not_helped_;
  bool nothing_helps_ = false;
};

}  // namespace drfs
