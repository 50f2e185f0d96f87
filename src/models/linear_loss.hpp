// The losses of linear models as functions of the linear predictor eta.
#pragma once

#include <algorithm>
#include <cmath>

namespace drfs {

enum class Loss { squared, logistic };

inline double sigmoid(double eta) {
  return eta >= 0 ? 1 / (1 + std::exp(-eta)) : std::exp(eta) / (1 + std::exp(eta));
}

inline double softplus(double eta) {
  return std::max(eta, 0.0) + std::log1p(std::exp(-std::abs(eta)));
}

inline double logit(double p) {
  return std::log(p / (1 - p));
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

}  // namespace drfs
