// The cross-validated risk of a smooth learner: ridge regression on hinges and products
// (models/basis.hpp), or on the features alone where that does better. All that it needs of the
// rows are the folds' Gram matrices, made once, so that a set costs a fraction of a millisecond and
// thousands of sets can be looked at.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "drfs/data.hpp"
#include "models/basis.hpp"
#include "select/cv_risk.hpp"
#include "select/feature_set.hpp"

namespace drfs {

/// Of sets of about `budget` of the features `ranked`, the most promising first.
BasisPlan basis_plan(const Dataset&, const std::vector<std::size_t>& ranked, std::size_t budget,
                     const Context& = {});

class SmoothRisk {
 public:
  /// For sets of about `budget` of the features `ranked`.
  SmoothRisk(const Dataset&, const std::vector<std::size_t>& ranked, std::size_t budget,
             const Context&);

  /// Chooses each population's smoothing anew, as the one with which `set` does best, and the
  /// allowance for its rows that goes with it. Says whether that changed a smoothing.
  bool smooth_for(const FeatureSet& set);

  /// Counts what smooth_for has changed: risks of the same count can be compared.
  std::size_t version() const { return version_; }

  /// What the features allow: the cross-validated risk less what it owes to the few rows that a
  /// population has to learn from (docs/method.md, section 6).
  CvRisk risk(const FeatureSet&) const;

  /// The same, but nothing where a population's risk is above its limit. Populations are looked at
  /// in this order, up to the first such one.
  std::optional<CvRisk> risk_within(const FeatureSet&, const std::vector<double>& limits,
                                    const std::vector<std::size_t>& order) const;

 private:
  struct PopulationGram {
    std::vector<Eigen::MatrixXf> fold;  // of (1, basis, y)
    double smoothing = 100;             // ridge penalty of what is not linear
    double inflation = 1;               // of the risk, by learning from few rows
    double linear_inflation = 1;        // the same without hinges and products
  };

  /// Those that are neither hinges nor products.
  std::vector<std::size_t> linear(const std::vector<std::size_t>& columns) const;

  BasisPlan plan_;
  std::vector<PopulationGram> populations_;
  std::size_t version_ = 0;
};

}  // namespace drfs
