// The losses of linear models and networks as functions of the linear predictor eta.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace drfs {

/// The softmax of several classes has an eta for each; the others have one.
enum class Loss { squared, logistic, softmax };

inline double sigmoid(double eta) {
  return eta >= 0 ? 1 / (1 + std::exp(-eta)) : std::exp(eta) / (1 + std::exp(eta));
}

inline double softplus(double eta) {
  return std::max(eta, 0.0) + std::log1p(std::exp(-std::abs(eta)));
}

inline double logit(double p) {
  return std::log(p / (1 - p));
}

/// Turns the etas of the classes into their probabilities; returns the log of the sum of exp(eta).
inline double softmax(std::span<double> eta) {
  const double largest = std::ranges::max(eta);
  double sum = 0;
  for (double& value : eta) sum += value = std::exp(value - largest);
  for (double& value : eta) value /= sum;
  return largest + std::log(sum);
}

struct LossAt {
  double value, slope, curvature;
};

/// (y - eta)^2 / 2, or the log loss of the probability sigmoid(eta).
inline LossAt loss_at(Loss loss, double y, double eta) {
  if (loss == Loss::squared) return {(y - eta) * (y - eta) / 2, eta - y, 1};
  const double p = sigmoid(eta);
  return {softplus(eta) - y * eta, p - y, p * (1 - p)};
}

/// The loss of a row whose outcome is y; its etas become the slopes of the loss. That of the
/// softmax is the log loss of the probability of class y.
inline double take_slopes(Loss loss, double y, std::span<double> eta) {
  if (loss == Loss::softmax) {
    double& right = eta[static_cast<std::size_t>(y)];
    const double eta_of_y = right;
    const double log_sum = softmax(eta);
    right -= 1;
    return log_sum - eta_of_y;
  }
  const LossAt at = loss_at(loss, y, eta[0]);
  eta[0] = at.slope;
  return at.value;
}

}  // namespace drfs
