// The cross-validated risk of sets of features by the model of the options, population by
// population. Fitted sets are remembered.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "drfs/select.hpp"
#include "select/feature_set.hpp"
#include "select/measure/aim.hpp"
#include "select/measure/risk_draws.hpp"

namespace drfs {

/// The squared errors of predictions that have not seen their rows (of several classes, those of
/// their probabilities), and of knowing nothing; row i is of block i mod `blocks`.
BlockLosses block_losses(const Dataset&, const Population&, const std::vector<std::size_t>& rows,
                         std::span<const float> predicted, std::span<const float> known_nothing,
                         std::size_t blocks);

class ModelRisk {
 public:
  /// Of the populations listed; all must outlive it.
  ModelRisk(const Dataset&, std::vector<std::size_t> populations, const SelectOptions&,
            const Context&);

  const std::vector<std::size_t>& populations() const { return populations_; }

  /// One row per population listed.
  RiskDraws risk(const FeatureSet&);

  /// What `risk` will ask for: all of the sets at once are quicker than one after the other.
  void learn(const std::vector<FeatureSet>&);

  /// The best of the sets, of which there must be one.
  FeatureSet best_of(const std::vector<FeatureSet>& sets, const Aim&);

  std::size_t sets_tried() const { return known_.size(); }

 private:
  const Dataset& data_;
  std::vector<std::size_t> populations_;
  const SelectOptions& options_;
  const Context& context_;
  std::map<FeatureSet, RiskDraws> known_;
};

}  // namespace drfs
