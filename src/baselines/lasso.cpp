// Newton steps, each a lasso with a quadratic loss that coordinate descent solves on a small
// working set: the columns that have a coefficient and those that break the conditions of
// optimality most. The squared loss is quadratic already, so there only the working set has to
// grow.
#include "baselines/lasso.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/block_rows.hpp"
#include "models/linear_loss.hpp"
#include "models/one_vs_rest.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

using Columns = std::vector<std::size_t>;

/// Done where no condition of optimality is broken by more than this; data are standardised.
constexpr double kTolerance = 1e-8;
constexpr int kMostSteps = 200;
constexpr int kMostHalvings = 40;
constexpr int kMostSweeps = 5000;
/// So many columns, or as many as have a coefficient if that is more, join the set in a step.
constexpr std::size_t kMostAdded = 50;

double soft_threshold(double value, double by) {
  return value > by ? value - by : value < -by ? value + by : 0;
}

/// The step d that minimises  gradient'd + d'Hd / 2 + lambda |slopes + d|_1  (place 0 is the
/// intercept, which has no penalty).
Eigen::VectorXd best_step(const Eigen::MatrixXd& hessian, Eigen::VectorXd gradient,
                          const Eigen::VectorXd& theta, double lambda) {
  Eigen::VectorXd at = theta;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double largest = 0;
    for (Eigen::Index j = 0; j < at.size(); ++j) {
      const double curvature = hessian(j, j);
      if (!(curvature > 0)) continue;  // a column that is 0 in all rows of some weight
      const double target =
          soft_threshold(curvature * at[j] - gradient[j], j == 0 ? 0 : lambda) / curvature;
      const double change = target - at[j];
      if (change == 0) continue;
      at[j] = target;
      gradient += change * hessian.col(j);
      largest = std::max(largest, std::abs(change) * curvature);
    }
    if (largest <= kTolerance / 10) break;
  }
  return at - theta;
}

class Lasso {
 public:
  Lasso(const TrainingData& data, Loss loss, double lambda)
      : data_(data), loss_(loss), lambda_(lambda), rows_(static_cast<Eigen::Index>(data.x.rows)) {
    weight_.resize(rows_);
    for (Eigen::Index i = 0; i < rows_; ++i) weight_[i] = data.weight[static_cast<std::size_t>(i)];
    weight_ /= weight_.sum();
    // Centred columns have next to nothing in common with the intercept, so the sweeps are few.
    for (std::size_t d = 0; d < data.x.columns; ++d)
      means_.push_back(column(d).cast<double>().dot(weight_));
  }

  LassoFit minimise(double start) {
    intercept_ = start;
    slopes_.assign(data_.x.columns, 0.0);
    eta_ = Eigen::VectorXd::Constant(rows_, start);
    for (int step = 0; step < kMostSteps; ++step) {
      expand();
      const Columns working = working_set();
      if (working.empty() && std::abs(slope_.sum()) <= kTolerance) break;
      if (!improve(working)) break;  // nothing left but rounding
    }
    LassoFit fit{intercept_, slopes_};
    for (std::size_t d = 0; d < slopes_.size(); ++d) fit.intercept -= means_[d] * slopes_[d];
    return fit;
  }

 private:
  Eigen::Map<const Eigen::VectorXf> column(std::size_t d) const {
    return {data_.x.column(d).data(), rows_};
  }

  /// Slopes and curvatures of the rows' losses, and the gradient of the slopes.
  void expand() {
    slope_.resize(rows_);
    curvature_.resize(rows_);
    for (Eigen::Index i = 0; i < rows_; ++i) {
      const LossAt at = loss_at(loss_, data_.y[static_cast<std::size_t>(i)], eta_[i]);
      slope_[i] = weight_[i] * at.slope;
      curvature_[i] = weight_[i] * at.curvature;
    }
    gradient_.resize(slopes_.size());
    const double sum = slope_.sum();
    for (std::size_t d = 0; d < slopes_.size(); ++d)
      gradient_[d] = column(d).cast<double>().dot(slope_) - means_[d] * sum;
  }

  /// By how much column d breaks the conditions of optimality.
  double violation(std::size_t d) const {
    if (slopes_[d] == 0) return std::max(0.0, std::abs(gradient_[d]) - lambda_);
    return std::abs(gradient_[d] + std::copysign(lambda_, slopes_[d]));
  }

  /// Ascending; empty where no column breaks a condition.
  Columns working_set() const {
    Columns present, broken;
    bool optimal = true;
    for (std::size_t d = 0; d < slopes_.size(); ++d) {
      const bool breaks = violation(d) > kTolerance;
      optimal = optimal && !breaks;
      if (slopes_[d] != 0)
        present.push_back(d);
      else if (breaks)
        broken.push_back(d);
    }
    if (optimal) return {};
    std::ranges::stable_sort(broken, std::greater<>(),
                             [this](std::size_t d) { return violation(d); });
    broken.resize(std::min(broken.size(), std::max(kMostAdded, present.size())));
    present.insert(present.end(), broken.begin(), broken.end());
    std::ranges::sort(present);
    return present;
  }

  /// Rows from `first` on: a column of ones, then the centred columns of the working set.
  Eigen::MatrixXd block(const Columns& working, Eigen::Index first) const {
    const Eigen::Index count = std::min(static_cast<Eigen::Index>(kBlockRows), rows_ - first);
    Eigen::MatrixXd rows(count, static_cast<Eigen::Index>(working.size()) + 1);
    rows.col(0).setOnes();
    for (std::size_t k = 0; k < working.size(); ++k)
      rows.col(static_cast<Eigen::Index>(k) + 1) =
          column(working[k]).segment(first, count).cast<double>().array() - means_[working[k]];
    return rows;
  }

  Eigen::MatrixXd hessian(const Columns& working) const {
    const auto size = static_cast<Eigen::Index>(working.size()) + 1;
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
    for (Eigen::Index first = 0; first < rows_; first += kBlockRows) {
      Eigen::MatrixXd rows = block(working, first);
      rows = curvature_.segment(first, rows.rows()).cwiseSqrt().asDiagonal() * rows;
      sum.selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
    }
    return sum.selfadjointView<Eigen::Lower>();
  }

  double objective(const Eigen::VectorXd& eta, const std::vector<double>& slopes) const {
    double sum = 0;
    for (Eigen::Index i = 0; i < rows_; ++i)
      sum += weight_[i] * loss_at(loss_, data_.y[static_cast<std::size_t>(i)], eta[i]).value;
    for (double slope : slopes) sum += lambda_ * std::abs(slope);
    return sum;
  }

  /// A step in the working set, halved until the objective does not rise; false where it does.
  bool improve(const Columns& working) {
    Eigen::VectorXd theta(static_cast<Eigen::Index>(working.size()) + 1), gradient(theta.size());
    theta[0] = intercept_;
    gradient[0] = slope_.sum();
    for (std::size_t k = 0; k < working.size(); ++k) {
      theta[static_cast<Eigen::Index>(k) + 1] = slopes_[working[k]];
      gradient[static_cast<Eigen::Index>(k) + 1] = gradient_[working[k]];
    }
    Eigen::VectorXd step = best_step(hessian(working), gradient, theta, lambda_);
    Eigen::VectorXd move(rows_);
    for (Eigen::Index first = 0; first < rows_; first += kBlockRows) {
      const Eigen::MatrixXd rows = block(working, first);
      move.segment(first, rows.rows()) = rows * step;
    }

    const double before = objective(eta_, slopes_);
    const double rounding = 1e-14 * std::abs(before);
    for (int halvings = 0; halvings < kMostHalvings; ++halvings, step /= 2, move /= 2) {
      std::vector<double> slopes = slopes_;
      for (std::size_t k = 0; k < working.size(); ++k) {
        const auto place = static_cast<Eigen::Index>(k) + 1;
        slopes[working[k]] = theta[place] + step[place];
      }
      Eigen::VectorXd eta = eta_ + move;
      if (!(objective(eta, slopes) <= before + rounding)) continue;
      intercept_ += step[0];
      slopes_ = std::move(slopes);
      eta_ = std::move(eta);
      return true;
    }
    return false;
  }

  const TrainingData& data_;
  Loss loss_;
  double lambda_;
  Eigen::Index rows_;
  Eigen::VectorXd weight_;     ///< sums to 1
  std::vector<double> means_;  ///< of the columns
  double intercept_ = 0;       ///< of the centred columns
  std::vector<double> slopes_;
  Eigen::VectorXd eta_, slope_, curvature_;  ///< per row
  std::vector<double> gradient_;             ///< per column
};

class LassoModel : public Model {
 public:
  LassoModel(double lambda, Task task) : lambda_(lambda), task_(task) {}

  void fit(const TrainingData& data) override { fit_ = fit_lasso(data, task_, lambda_); }

  std::vector<float> predict(MatrixView<const float> x) const override {
    Eigen::VectorXd eta =
        Eigen::VectorXd::Constant(static_cast<Eigen::Index>(x.rows), fit_.intercept);
    for (std::size_t d = 0; d < fit_.slopes.size(); ++d) {
      if (fit_.slopes[d] == 0) continue;
      const Eigen::Map<const Eigen::VectorXf> column(x.column(d).data(), eta.size());
      eta += fit_.slopes[d] * column.cast<double>();
    }
    std::vector<float> out(x.rows);
    std::ranges::transform(eta, out.begin(), [this](double value) {
      return static_cast<float>(task_ == Task::regression ? value : sigmoid(value));
    });
    return out;
  }

  std::vector<double> importance() const override {
    std::vector<double> sizes;
    for (double slope : fit_.slopes) sizes.push_back(std::abs(slope));
    return sizes;
  }

 private:
  double lambda_;
  Task task_;
  LassoFit fit_;
};

}  // namespace

LassoFit fit_lasso(const TrainingData& data, Task task, double lambda) {
  check_training_data(data);
  const Loss loss = task == Task::regression ? Loss::squared : Loss::logistic;
  const double mean = mean_outcome(data);
  const double start = loss == Loss::squared ? mean : logit(clip_probability(mean));
  // With a single class the intercept has no finite optimum.
  const bool one_class = loss == Loss::logistic && (mean <= 0 || mean >= 1);
  if (one_class) return {start, std::vector<double>(data.x.columns, 0.0)};
  return Lasso(data, loss, lambda).minimise(start);
}

std::unique_ptr<Model> make_lasso(double lambda, Task task) {
  if (task == Task::multiclass)
    return make_one_vs_rest([lambda] { return make_lasso(lambda, Task::binary); });
  return std::make_unique<LassoModel>(lambda, task);
}

}  // namespace drfs
