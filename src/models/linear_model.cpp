// Linear models in double precision: ridge and penalised logistic regression.
// Both minimise  sum_i w_i loss(y_i, a + x_i'b) + ridge/2 |b|^2  with the intercept a
// unpenalised, by Newton steps; for the squared loss (y - eta)^2/2 the first step is
// the solution of the normal equations. Several classes are each set against the rest.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/block_rows.hpp"
#include "models/linear_loss.hpp"
#include "models/model_table.hpp"
#include "models/one_vs_rest.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

[[noreturn]] void throw_not_finite(std::size_t column) {
  throw Error(ErrorCode::internal, {"model linear", fmt::format("column {}", column),
                                    "has NaN or infinite values", "Impute missing values first"});
}

/// Centring keeps the normal equations well conditioned where a column is far from 0.
Eigen::VectorXd column_means(const TrainingData& data) {
  double total = 0;
  for (const float w : data.weight) total += w;
  Eigen::VectorXd means(data.x.columns);
  for (std::size_t d = 0; d < data.x.columns; ++d) {
    double sum = 0;
    const auto column = data.x.column(d);
    for (std::size_t i = 0; i < column.size(); ++i)
      sum += static_cast<double>(data.weight[i]) * column[i];
    means[d] = sum / total;
    if (!std::isfinite(means[d])) throw_not_finite(d);
  }
  return means;
}

/// The penalised objective as a function of theta = (intercept, slopes) of the centred columns.
class PenalisedLoss {
 public:
  struct Expansion {
    double value = 0;
    Eigen::VectorXd gradient;
    Eigen::MatrixXd hessian;  ///< lower triangle
  };

  PenalisedLoss(const TrainingData& data, Loss loss, double ridge, Eigen::VectorXd means)
      : data_(data), loss_(loss), ridge_(ridge), means_(std::move(means)) {}

  bool is_quadratic() const { return loss_ == Loss::squared; }

  double value(const Eigen::VectorXd& theta) const {
    double sum = penalty(theta);
    for (std::size_t first = 0; first < data_.x.rows; first += kBlockRows) {
      const Eigen::VectorXd eta = block(first) * theta;
      for (Eigen::Index i = 0; i < eta.size(); ++i)
        sum += data_.weight[first + i] * loss_at(loss_, data_.y[first + i], eta[i]).value;
    }
    return sum;
  }

  Expansion expand(const Eigen::VectorXd& theta) const {
    const Eigen::Index size = theta.size();
    Expansion out{penalty(theta), ridge_ * theta, Eigen::MatrixXd::Zero(size, size)};
    out.gradient[0] = 0;
    for (std::size_t first = 0; first < data_.x.rows; first += kBlockRows) {
      Eigen::MatrixXd rows = block(first);
      const Eigen::VectorXd eta = rows * theta;
      Eigen::VectorXd slopes(eta.size());
      Eigen::VectorXd roots(eta.size());
      for (Eigen::Index i = 0; i < eta.size(); ++i) {
        const double w = data_.weight[first + i];
        const LossAt at = loss_at(loss_, data_.y[first + i], eta[i]);
        out.value += w * at.value;
        slopes[i] = w * at.slope;
        roots[i] = std::sqrt(w * at.curvature);
      }
      out.gradient.noalias() += rows.transpose() * slopes;
      rows = roots.asDiagonal() * rows;
      out.hessian.selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
    }
    out.hessian.diagonal().tail(size - 1).array() += ridge_;
    return out;
  }

 private:
  double penalty(const Eigen::VectorXd& theta) const {
    return ridge_ / 2 * theta.tail(theta.size() - 1).squaredNorm();
  }

  /// Rows from `first` on: a column of ones, then the centred columns.
  Eigen::MatrixXd block(std::size_t first) const {
    const std::size_t count = std::min(kBlockRows, data_.x.rows - first);
    Eigen::MatrixXd rows(count, data_.x.columns + 1);
    rows.col(0).setOnes();
    for (std::size_t d = 0; d < data_.x.columns; ++d) {
      const Eigen::Map<const Eigen::VectorXf> column(data_.x.column(d).data() + first, count);
      rows.col(d + 1) = column.cast<double>().array() - means_[d];
    }
    return rows;
  }

  const TrainingData& data_;
  Loss loss_;
  double ridge_;
  Eigen::VectorXd means_;
};

/// Newton's method with step halving: the objective never rises, so that separable data,
/// where full steps overshoot, end at the finite optimum that the penalty gives them.
/// It ends where a step would change no prediction: these are in single precision.
Eigen::VectorXd minimise(const PenalisedLoss& objective, Eigen::VectorXd theta) {
  constexpr double rounding = std::numeric_limits<float>::epsilon();
  while (true) {
    const auto at = objective.expand(theta);
    const Eigen::VectorXd step =
        at.hessian.selfadjointView<Eigen::Lower>().ldlt().solve(-at.gradient);
    const double decrease = -at.gradient.dot(step);
    if (!(decrease > rounding * rounding * std::abs(at.value))) return theta;
    double share = 1;
    while (!(objective.value(theta + share * step) < at.value)) {
      share /= 2;
      if (share < rounding) return theta;
    }
    theta += share * step;
    if (objective.is_quadratic()) return theta;
  }
}

class LinearModel : public Model {
 public:
  LinearModel(double ridge, Loss loss) : ridge_(ridge), loss_(loss) {}

  void fit(const TrainingData& data) override {
    check_training_data(data);
    const double mean = mean_outcome(data);
    slopes_ = Eigen::VectorXd::Zero(data.x.columns);
    intercept_ = loss_ == Loss::squared ? mean : logit(clip_probability(mean));
    // With a single class the unpenalised intercept has no finite optimum.
    const bool one_class = loss_ == Loss::logistic && (mean <= 0 || mean >= 1);
    const Eigen::VectorXd means = column_means(data);
    if (data.x.columns == 0 || one_class) return;

    Eigen::VectorXd theta = Eigen::VectorXd::Zero(slopes_.size() + 1);
    theta[0] = intercept_;
    theta = minimise(PenalisedLoss(data, loss_, ridge_, means), std::move(theta));
    slopes_ = theta.tail(slopes_.size());
    intercept_ = theta[0] - means.dot(slopes_);
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    if (x.columns != static_cast<std::size_t>(slopes_.size()))
      throw Error(ErrorCode::internal, {"model linear", fmt::format("{} columns", x.columns),
                                        fmt::format("was fitted on {}", slopes_.size()), ""});
    Eigen::VectorXd eta = Eigen::VectorXd::Constant(x.rows, intercept_);
    for (std::size_t d = 0; d < x.columns; ++d) {
      const Eigen::Map<const Eigen::VectorXf> column(x.column(d).data(), x.rows);
      if (!column.allFinite()) throw_not_finite(d);
      eta += slopes_[d] * column.cast<double>();
    }
    std::vector<float> out(x.rows);
    std::ranges::transform(eta, out.begin(), [this](double value) {
      return static_cast<float>(loss_ == Loss::squared ? value : sigmoid(value));
    });
    return out;
  }

  /// On standardised columns the size of a slope is what the column moves.
  std::vector<double> importance() const override {
    std::vector<double> size(static_cast<std::size_t>(slopes_.size()));
    for (std::size_t d = 0; d < size.size(); ++d)
      size[d] = std::abs(slopes_[static_cast<Eigen::Index>(d)]);
    return size;
  }

 private:
  double ridge_;
  Loss loss_;
  double intercept_ = 0;
  Eigen::VectorXd slopes_;
};

}  // namespace

std::unique_ptr<Model> make_ridge_regression(const ModelOptions& options) {
  return std::make_unique<LinearModel>(options.ridge, Loss::squared);
}

std::unique_ptr<Model> make_logistic_regression(const ModelOptions& options) {
  return std::make_unique<LinearModel>(options.ridge, Loss::logistic);
}

std::unique_ptr<Model> make_logistic_multiclass(const ModelOptions& options) {
  return make_one_vs_rest([options] { return make_logistic_regression(options); });
}

}  // namespace drfs
