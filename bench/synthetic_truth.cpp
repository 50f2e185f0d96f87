#include "synthetic_truth.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <numeric>

namespace drfs::bench {
namespace {

using Coefficients = std::map<int, double>;

// ---- set 1: independent features, linear; the share left is that of the squares left out --------

const std::vector<Coefficients> kSet1 = {
    {{0, 8}, {1, 6}, {2, -4}, {3, 3}, {4, 2}},
    {{0, -8}, {1, -6}, {2, 4}, {3, -3}, {4, -2}, {5, 8}, {6, 6}},
    {{7, 10}, {8, 8}, {9, 6}, {10, -5}},
};

double set1_worst(const Set& set) {
  double worst = 0;
  for (const auto& population : kSet1) {
    double left = 0.01, all = 0.01;
    for (const auto& [feature, b] : population) {
      all += b * b;
      if (!has(set, feature)) left += b * b;
    }
    worst = std::max(worst, left / all);
  }
  return worst;
}

// ---- set 2: independent features, additive but for one product ----------------------------------

double set2_worst(const Set& set) {
  const auto unless = [&](std::initializer_list<int> needed, double variance) {
    return std::ranges::all_of(needed, [&](int f) { return has(set, f); }) ? 0.0 : variance;
  };
  const double sine = 16 * (1 - std::exp(-8.0)) / 2;
  const double noise_b = 0.01 * std::exp(0.68), noise_d = 0.04 * 3;
  const double linear = unless({0}, 16) + unless({1}, 9) + unless({2}, 2);
  const double a = (linear + 0.0025) / 27.0025;
  const double b = (linear + noise_b) / (27 + noise_b);
  const double c = (unless({0}, 4) + unless({5, 6}, 9) + unless({7}, sine) + 0.01) / (13.01 + sine);
  const double d = (unless({0}, 9) + unless({1}, 4) + noise_d) / (13 + noise_d);
  return std::max({a, b, c, d});
}

// ---- set 3: a chain of correlated features; the share follows from their covariance -------------

const std::vector<Coefficients> kSet3 = {
    {{0, 5}, {15, 4}, {30, 3}},
    {{5, 6}, {20, 5}, {35, 4}},
    {{10, 7}, {25, 6}, {40, 5}, {45, 4}},
};

Eigen::MatrixXd chain_covariance(int features) {
  Eigen::MatrixXd covariance(features, features);
  double variance = 1;
  for (int i = 0; i < features; ++i) {
    covariance(i, i) = variance;
    for (int j = i + 1; j < features; ++j)
      covariance(i, j) = covariance(j, i) = variance * std::pow(0.3, j - i);
    variance = 0.09 * variance + 0.49;
  }
  return covariance;
}

double set3_worst(const Set& set) {
  static const Eigen::MatrixXd kCovariance = chain_covariance(50);
  const auto size = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd inner(size, size);
  for (Eigen::Index i = 0; i < size; ++i)
    for (Eigen::Index j = 0; j < size; ++j) inner(i, j) = kCovariance(set[i], set[j]);
  const Eigen::LLT<Eigen::MatrixXd> factor(inner);
  double worst = 0;
  for (const auto& population : kSet3) {
    Eigen::VectorXd with_y = Eigen::VectorXd::Zero(size);
    double all = 0.01;
    for (const auto& [f, b] : population) {
      for (const auto& [g, c] : population) all += b * c * kCovariance(f, g);
      for (Eigen::Index i = 0; i < size; ++i) with_y[i] += b * kCovariance(set[i], f);
    }
    worst = std::max(worst, (all - with_y.dot(factor.solve(with_y))) / all);
  }
  return worst;
}

Set first_features(int count) {
  Set set(static_cast<std::size_t>(count));
  std::iota(set.begin(), set.end(), 0);
  return set;
}

/// The signals of set 3 and, for small budgets, their neighbours in the chain.
Set set3_relevant(bool neighbours) {
  Set set;
  for (const auto& population : kSet3)
    for (const auto& [f, b] : population)
      for (int near = neighbours ? f - 1 : f; near <= (neighbours ? f + 1 : f); ++near)
        if (near >= 0) set.push_back(near);
  std::ranges::sort(set);
  return set;
}

}  // namespace

std::vector<SyntheticSetting> synthetic_settings() {
  const Set all_but_noise = first_features(11);
  return {{1, 15, 5, 36000, 0.2888, set1_worst, all_but_noise},
          {1, 15, 10, 36000, 0.0338, set1_worst, all_but_noise},
          {1, 50, 5, 36000, 0.4155, set1_worst, all_but_noise},
          {1, 50, 10, 36000, 0.0345, set1_worst, all_but_noise},
          {2, 50, 8, 44000, 0.0123, set2_worst, {0, 1, 2, 5, 6, 7}},
          {3, 50, 5, 36000, 0.4729, set3_worst, set3_relevant(true)},
          {3, 50, 10, 36000, 0.0037, set3_worst, set3_relevant(false)}};
}

}  // namespace drfs::bench
