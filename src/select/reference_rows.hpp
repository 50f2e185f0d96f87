// What the reference needs of the rows: Gram matrices of the basis by folds, and the scales on
// which an effect of every column is as likely as of any other of its kind.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "drfs/data.hpp"
#include "models/basis.hpp"
#include "models/partial_pooling.hpp"

namespace drfs {

class ReferenceRows {
 public:
  ReferenceRows(const Dataset&, const BasisPlan&, std::size_t folds, const Context&);

  std::size_t populations() const { return grams_.size(); }
  std::size_t outcomes() const { return outcomes_; }

  /// What the columns (of the plan, without the intercept) have to do with an outcome of variance
  /// 1, in the rows that are not of the fold; in all rows for `folds`. Each about its mean there.
  RowSums outside(std::size_t population, std::size_t fold, std::size_t outcome,
                  const std::vector<std::size_t>& columns) const;

  /// The same in the rows of the fold, about the means of the others.
  RowSums inside(std::size_t population, std::size_t fold, std::size_t outcome,
                 const std::vector<std::size_t>& columns) const;

  /// The variance of an outcome, which is a share of all that there is to explain.
  double variance(std::size_t population, std::size_t outcome) const;

 private:
  /// Sums over rows with this Gram matrix about the means of rows with the other.
  RowSums about(const Eigen::MatrixXd& gram, const Eigen::MatrixXd& centre, std::size_t population,
                std::size_t outcome, const std::vector<std::size_t>& columns) const;
  void find_scales(const Dataset&);

  const BasisPlan& plan_;
  std::size_t outcomes_;
  std::vector<std::vector<Eigen::MatrixXf>> grams_;  // per population and fold
  std::vector<Eigen::MatrixXd> total_;               // per population
  // A hinge less what it owes to the value itself: column - slope * value, times the scale.
  std::vector<std::size_t> value_;
  std::vector<double> slope_, scale_;
};

}  // namespace drfs
