// The reference: what all candidates together tell of the outcome in every population, by ridge
// regressions that lend each other strength (models/partial_pooling.hpp) on the smooth basis
// (models/basis.hpp). From it follows what any set of them would tell: the reference's prediction,
// projected onto the set (docs/method.md, section 6). All that it needs of the rows are Gram
// matrices, made once, so that a set costs a fraction of a millisecond.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "drfs/data.hpp"
#include "models/basis.hpp"
#include "select/feature_set.hpp"
#include "select/measure/regressions.hpp"

namespace drfs {

/// The rows of each population that the reference is made from.
std::vector<TrainingData> reference_rows(const Dataset&);

/// The basis for sets of about `budget` of the features `ranked`, the most promising first.
BasisPlan basis_plan(const Dataset&, const std::vector<TrainingData>& rows,
                     const std::vector<std::size_t>& ranked, std::size_t budget,
                     const Context& = {});

class Reference {
 public:
  /// By these regressions. The plan must outlive it.
  Reference(const BasisRows&, const BasisPlan&, const Regressions&, std::uint64_t seed,
            const Context&);

  /// The share of a population's variance that the features of the set leave unexplained; with
  /// several classes that of their indicators together.
  RiskDraws risk(const FeatureSet&) const;

  /// Two features of which the basis has the product: neither may help alone.
  const std::vector<FeaturePair>& products() const { return products_; }

 private:
  /// What is known of one outcome in one population.
  struct Known {
    Eigen::MatrixXd with_column;  // covariance of the prediction with each column, by draws
    Eigen::ArrayXd predictable;   // variance of the prediction, by draws
    Eigen::VectorXd ridge;        // of the projection, per column
    double noise = 1;
    double share = 1;  // of the population's outcomes
  };
  struct PopulationKnown {
    Eigen::MatrixXd covariance;  // of the columns
    std::vector<Known> outcomes;
  };
  std::vector<Eigen::Index> places_of(const FeatureSet&) const;

  const BasisPlan& plan_;
  std::vector<FeaturePair> products_;
  std::vector<Eigen::Index> place_;  // of a column of the plan; -1 where it is not used
  std::vector<PopulationKnown> populations_;
};

}  // namespace drfs
