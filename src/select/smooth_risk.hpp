// The cross-validated risk of a smooth learner: ridge regression on hinges and products
// (basis.hpp). All that it needs of the rows are the folds' Gram matrices, made once, so that a set
// costs a fraction of a millisecond and thousands of sets can be looked at.
#pragma once

#include <Eigen/Dense>
#include <map>
#include <vector>

#include "drfs/core.hpp"
#include "select/basis.hpp"
#include "select/cv_risk.hpp"

namespace drfs {

class SmoothRisk {
 public:
  /// For sets of about `budget` of the features `ranked`.
  SmoothRisk(const Dataset&, const std::vector<std::size_t>& ranked, std::size_t budget,
             const Context&);

  /// Chooses each population's smoothing anew, as the one with which `set` does best. Says whether
  /// that changed one.
  bool smooth_for(const FeatureSet& set);

  CvRisk risk(const FeatureSet&) const;

 private:
  struct PopulationGram {
    std::vector<Eigen::MatrixXf> fold;  // of (1, basis, y)
    double smoothing = 100;             // ridge penalty of what is not linear
  };
  BlockLosses losses(const PopulationGram&, const FeatureSet&, double smoothing) const;

  BasisPlan plan_;
  std::vector<PopulationGram> populations_;
};

}  // namespace drfs
