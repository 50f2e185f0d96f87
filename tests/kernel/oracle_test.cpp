// The oracle against the definition: closed forms, limits and central differences.
#include <gtest/gtest.h>

#include <cmath>

#include "drfs/kernel.hpp"
#include "kernel/problem.hpp"

namespace drfs {
namespace {

ScoreSum oracle_sum(const KernelProblem& p, bool leave_own_row_out = false, int neighbours = 0) {
  return make_smoother(p.rows(), {7, 3}, {"oracle", neighbours})
      ->sum_scores({p.alpha, p.queries, leave_own_row_out, true}, weighted_square, {});
}

TEST(Oracle, GradientIsThatOfCentralDifferences) {
  for (bool leave_out : {false, true}) {
    auto p = make_problem(30, 4, 1.0, 12);
    const auto gradient = oracle_sum(p, leave_out).gradient;
    std::vector<double> numeric(p.alpha.size());
    for (std::size_t d = 0; d < p.alpha.size(); ++d) {
      constexpr double kStep = 1e-5;
      const double alpha = p.alpha[d];
      p.alpha[d] = alpha * std::exp(kStep);
      const double above = oracle_sum(p, leave_out).value;
      p.alpha[d] = alpha * std::exp(-kStep);
      const double below = oracle_sum(p, leave_out).value;
      p.alpha[d] = alpha;
      numeric[d] = (above - below) / (2 * kStep);
    }
    EXPECT_LT(relative_error(gradient, numeric), 1e-6);
  }
}

TEST(Oracle, TinyNoiseReturnsTheOwnRow) {
  auto p = make_problem(20, 3, 1e-6, 1);
  EXPECT_NEAR(oracle_sum(p).value, p.mu[0] * p.mu[0], 1e-6);
}

TEST(Oracle, HugeNoiseReturnsTheWeightedMean) {
  auto p = make_problem(20, 3, 1e9, 1);
  double total = 0, mean = 0;
  for (std::size_t j = 0; j < p.mu.size(); ++j) {
    total += p.weight[j];
    mean += p.weight[j] * p.mu[j];
  }
  EXPECT_NEAR(oracle_sum(p).value, std::pow(mean / total, 2), 1e-4);
}

TEST(Oracle, ARowOfWeightTwoIsTwoRows) {
  auto p = make_problem(12, 3, 1.0, 8);
  p.weight.assign(12, 1.0F);
  auto doubled = p;
  doubled.weight[11] = 2.0F;
  Matrix longer(13, 3);
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t j = 0; j < 13; ++j) longer(j, d) = p.x(std::min<std::size_t>(j, 11), d);
  p.x = longer;
  p.mu.push_back(p.mu[11]);
  p.weight.push_back(1.0F);
  EXPECT_NEAR(oracle_sum(p).value, oracle_sum(doubled).value, 1e-12);
}

TEST(Oracle, AllNeighboursIsTheFullSum) {
  const auto p = make_problem(25, 4);
  EXPECT_EQ(oracle_sum(p, false, 0).value, oracle_sum(p, false, 25).value);
  EXPECT_NE(oracle_sum(p, false, 0).value, oracle_sum(p, false, 5).value);
}

}  // namespace
}  // namespace drfs
