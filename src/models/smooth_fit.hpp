// Ridge regression on a basis, and its cross-validation, from nothing of the rows but Gram
// matrices.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "drfs/models.hpp"
#include "models/basis.hpp"

namespace drfs {

/// The Gram matrix of (1, basis columns, y) over the rows first, first + step, …, weighted. With
/// several classes y stands for as many columns, 1 in the rows of the class and 0 elsewhere.
Eigen::MatrixXd gram_of_rows(const Basis&, const BasisPlan&, const TrainingData&, std::size_t first,
                             std::size_t step);

/// Gram matrices of the folds, restricted to some columns of the basis (0, the intercept, first; y
/// last, or the columns that stand for it).
struct FoldGrams {
  std::vector<Eigen::MatrixXd> fold;
  Eigen::MatrixXd total;
  Eigen::VectorXd is_smooth;  ///< 1 for hinges and products, whose penalty is the smoothing; else 0

  /// `Gram` is any Eigen matrix.
  template <class Gram>
  FoldGrams(const std::vector<Gram>& grams, const BasisPlan&, std::span<const std::size_t> columns);
};

/// The penalties of hinges and products that are tried.
inline constexpr double kSmoothings[] = {1, 10, 100, 1000};

/// Coefficients of a fit of the first y to rows with this Gram matrix.
Eigen::VectorXd smooth_coefficients(const Eigen::MatrixXd& gram, const Eigen::VectorXd& is_smooth,
                                    double smoothing);

/// What these coefficients of an intercept and of some columns of the basis predict for the rows.
std::vector<double> smooth_predictions(const Basis&, const BasisPlan&,
                                       std::span<const std::size_t> columns,
                                       const Eigen::VectorXd& coefficients,
                                       MatrixView<const float> x);

/// Squared errors of a fold that is predicted by the others: of the fit, and of their mean.
struct FoldLoss {
  double loss = 0, base = 0;
};
std::vector<FoldLoss> fold_losses(const FoldGrams&, double smoothing);

/// The smoothing with the least loss.
double best_smoothing(const FoldGrams&);

template <class Gram>
FoldGrams::FoldGrams(const std::vector<Gram>& grams, const BasisPlan& plan,
                     std::span<const std::size_t> columns) {
  std::vector<Eigen::Index> used = {0};
  for (std::size_t c : columns) used.push_back(static_cast<Eigen::Index>(c));
  is_smooth = Eigen::VectorXd::Zero(std::ssize(used));
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (plan.columns()[columns[i]].kind != BasisPlan::Column::Kind::value)
      is_smooth[static_cast<Eigen::Index>(i) + 1] = 1;
  for (auto y = static_cast<Eigen::Index>(plan.columns().size()); y < grams[0].cols(); ++y)
    used.push_back(y);
  total = Eigen::MatrixXd::Zero(std::ssize(used), std::ssize(used));
  for (const auto& gram : grams) {
    fold.emplace_back(gram(used, used).template cast<double>());
    total += fold.back();
  }
}

}  // namespace drfs
