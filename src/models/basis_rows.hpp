// What regressions on a basis need of the rows: Gram matrices by folds, and the scales on which an
// effect of every column is as likely as of any other of its kind.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "drfs/models.hpp"
#include "models/basis.hpp"
#include "models/partial_pooling.hpp"

namespace drfs {

/// Per column: 0 for values and levels, 1 for hinges, 2 for products.
std::vector<std::size_t> kinds_of(const BasisPlan&, const std::vector<std::size_t>& columns);

class BasisRows {
 public:
  /// One entry per population; row i is of fold i mod `folds`. The plan must outlive it.
  BasisRows(const std::vector<TrainingData>&, const BasisPlan&, std::size_t folds, const Context&);

  std::size_t populations() const { return grams_.size(); }
  std::size_t outcomes() const { return outcomes_; }

  /// What the columns (of the plan, without the intercept) have to do with an outcome of variance
  /// 1, in the rows that are not of the fold; in all rows for `folds`. Each about its mean there.
  RowSums outside(std::size_t population, std::size_t fold, std::size_t outcome,
                  const std::vector<std::size_t>& columns) const;

  /// The same in the rows of the fold, about the means of the others.
  RowSums inside(std::size_t population, std::size_t fold, std::size_t outcome,
                 const std::vector<std::size_t>& columns) const;

  /// The coefficients of all columns of the plan, that of the intercept first, which stand for
  /// these of some columns on their scales.
  Eigen::VectorXd on_plan(std::size_t population, std::size_t outcome,
                          const std::vector<std::size_t>& columns,
                          const Eigen::VectorXd& coefficients) const;

  const Basis& basis(std::size_t population) const { return bases_[population]; }

  /// The variance of an outcome, which is a share of all that there is to explain.
  double variance(std::size_t population, std::size_t outcome) const;

 private:
  /// Sums over rows with this Gram matrix about the means of rows with the other.
  RowSums about(const Eigen::MatrixXd& gram, const Eigen::MatrixXd& centre, std::size_t population,
                std::size_t outcome, const std::vector<std::size_t>& columns) const;
  void find_scales(const std::vector<TrainingData>&);

  const BasisPlan& plan_;
  std::size_t outcomes_;
  std::vector<Basis> bases_;                         // per population
  std::vector<std::vector<Eigen::MatrixXf>> grams_;  // per population and fold
  std::vector<Eigen::MatrixXd> total_;               // per population
  // A hinge less what it owes to the value itself: column - slope * value, times the scale.
  std::vector<std::size_t> value_;
  std::vector<double> slope_, scale_;
};

}  // namespace drfs
