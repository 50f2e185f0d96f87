// One population's regression on a basis. How much its hinges and its products count beside its
// straight lines, the rows say.
#pragma once

#include <memory>
#include <vector>

#include "models/basis_rows.hpp"

namespace drfs {

class SmoothFit {
 public:
  SmoothFit(BasisPlan, const TrainingData&);

  std::vector<float> predict(MatrixView<const float> x) const;

  const BasisPlan& plan() const { return *plan_; }
  const Basis& basis() const { return rows_->basis(0); }
  /// Of the plan's columns, that of the intercept first.
  const Eigen::VectorXd& coefficients() const { return coefficients_; }

 private:
  std::unique_ptr<BasisPlan> plan_;
  std::unique_ptr<BasisRows> rows_;
  Eigen::VectorXd coefficients_;
};

}  // namespace drfs
