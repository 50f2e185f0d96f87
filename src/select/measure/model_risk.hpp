// The cross-validated risk of sets of features by the model of the recipe, population by
// population. Fitted sets are remembered.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "select/feature_set.hpp"
#include "select/measure/aim.hpp"
#include "select/measure/risk_draws.hpp"
#include "select/recipe.hpp"

namespace drfs {

/// The squared errors of predictions that have not seen their rows (of several classes, those of
/// their probabilities), and of knowing nothing; row i is of block i mod `blocks`.
BlockLosses block_losses(const Dataset&, const Population&, const std::vector<std::size_t>& rows,
                         std::span<const float> predicted, std::span<const float> known_nothing,
                         std::size_t blocks);

class ModelRisk {
 public:
  /// Of the populations listed, each with the share that it borrows (models/borrowing.hpp), where
  /// it does. All must outlive it.
  ModelRisk(const Dataset&, std::vector<std::size_t> populations, const Recipe&, const Context&,
            std::vector<double> borrowed = {});

  const std::vector<std::size_t>& populations() const { return populations_; }

  /// One row per population listed.
  RiskDraws risk(const FeatureSet&);

  /// What `risk` will ask for: all of the sets at once are quicker than one after the other.
  void learn(const std::vector<FeatureSet>&);

  /// The best of the sets, of which there must be one.
  FeatureSet best_of(const std::vector<FeatureSet>& sets, const Aim&);

  std::size_t sets_tried() const { return known_.size(); }

 private:
  std::size_t rows_of(std::size_t population) const {
    return std::min(data_.populations[population].selection_rows, most_rows_);
  }
  /// Per population listed, its rows of the fold by a model of the others of all populations.
  std::vector<std::vector<float>> predict_together(const std::vector<std::size_t>& columns,
                                                   std::size_t fold) const;
  BlockLosses fold_losses(const std::vector<std::size_t>& columns, std::size_t fold,
                          std::size_t place, const std::vector<std::vector<float>>& together) const;

  const Dataset& data_;
  std::vector<std::size_t> populations_;
  std::vector<double> borrowed_;
  const Recipe& recipe_;
  const Context& context_;
  ModelOptions model_;
  std::size_t folds_, most_rows_;
  std::map<FeatureSet, RiskDraws> known_;
};

}  // namespace drfs
