#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "drfs/aim.hpp"

namespace drfs {
namespace {

const std::vector<double> kRisk = {0.2, 0.5, 0.4};

Aggregation by(AimName aim, double beta = 1, double share = 0.25) {
  return {aim, beta, share};
}

TEST(Aggregation, TheMaximumIsTheWorst) {
  const auto a = aggregate(by(AimName::worst, 1.0), kRisk);
  EXPECT_EQ(a.value, 0.5);
  EXPECT_EQ(a.weight, (std::vector<double>{0, 1, 0}));
}

TEST(Aggregation, TheSoftmaxLiesBetweenMeanAndMaximum) {
  for (double beta : {0.01, 1.0, 10.0, 1000.0}) {
    const auto a = aggregate(by(AimName::softmax, beta), kRisk);
    EXPECT_GT(a.value, (0.2 + 0.5 + 0.4) / 3 - 1e-12);
    EXPECT_LT(a.value, 0.5 + 1e-12);
    EXPECT_NEAR(std::accumulate(a.weight.begin(), a.weight.end(), 0.0), 1.0, 1e-12);
  }
  EXPECT_NEAR(aggregate(by(AimName::softmax, 1e6), kRisk).value, 0.5, 1e-5);
}

TEST(Aggregation, EqualRisksKeepTheirValue) {
  const std::vector<double> equal(4, 0.3);
  EXPECT_NEAR(aggregate(by(AimName::softmax, 10.0), equal).value, 0.3, 1e-12);
}

TEST(Aggregation, OfEquallyBadPopulationsTheFirstCounts) {
  const std::vector<double> equal(3, 0.3);
  EXPECT_EQ(aggregate(by(AimName::worst, 10.0), equal).weight, (std::vector<double>{1, 0, 0}));
}

TEST(Aggregation, TheMeanOfTheWorstServedTakesPartOfThePopulationAtTheEdge) {
  // Half of three populations: the worst, and half of the next.
  const auto a = aggregate(by(AimName::cvar, 1.0, 0.5), kRisk);
  EXPECT_NEAR(a.value, (0.5 + 0.4 / 2) / 1.5, 1e-12);
  EXPECT_NEAR(a.weight[0], 0, 1e-12);
  EXPECT_NEAR(a.weight[1], 2.0 / 3, 1e-12);
  EXPECT_NEAR(a.weight[2], 1.0 / 3, 1e-12);
}

TEST(Aggregation, WeightsCountPopulationsTwiceOrNotAtAll) {
  const std::vector<double> weight = {2, 0, 1}, repeated = {0.2, 0.2, 0.4};
  for (const AimName aim : {AimName::softmax, AimName::cvar, AimName::mean}) {
    const auto options = by(aim, 3.0, 0.6);
    const auto a = aggregate(options, kRisk, weight);
    EXPECT_NEAR(a.value, aggregate(options, repeated).value, 1e-12);
    EXPECT_EQ(a.weight[1], 0);
    EXPECT_NEAR(std::accumulate(a.weight.begin(), a.weight.end(), 0.0), 1.0, 1e-12);
  }
  EXPECT_EQ(aggregate(by(AimName::worst), kRisk, weight).value, 0.5);
}

TEST(Aggregation, WhatDoesNotCountCannotMakeTheSoftmaxOverflow) {
  const std::vector<double> risk = {0.2, 1e6}, weight = {1, 0};
  EXPECT_EQ(aggregate(by(AimName::softmax, 1e3), risk, weight).value, 0.2);
}

/// A program's own: the best-served population counts alone.
Aggregate least(std::span<const double> risk, std::span<const double> weight) {
  const auto best = std::ranges::min_element(risk);
  Aggregate out{*best, std::vector<double>(weight.size(), 0.0)};
  out.weight[static_cast<std::size_t>(best - risk.begin())] = 1;
  return out;
}

TEST(OwnAim, IsWhatTheProgramsFunctionSays) {
  const Aggregation own{.aim = AimName::own, .own = least};
  EXPECT_NO_THROW(check(own));
  EXPECT_FALSE(is_maximum(own));
  EXPECT_EQ(aggregate(own, kRisk).value, 0.2);
  EXPECT_EQ(aggregate(own, kRisk).weight, (std::vector<double>{1, 0, 0}));
}

TEST(OwnAim, NeedsTheNameAndTheFunction) {
  EXPECT_THROW(check(Aggregation{.aim = AimName::own}), Error);
  EXPECT_THROW(aggregate(Aggregation{.aim = AimName::own}, kRisk), Error);
  EXPECT_THROW(check(Aggregation{.aim = AimName::mean, .own = least}), Error);
}

TEST(OwnAim, HasADerivativeForEachPopulation) {
  const Aggregation own{.aim = AimName::own, .own = [](auto, auto) { return Aggregate{0.5, {1}}; }};
  EXPECT_THROW(aggregate(own, kRisk), Error);
}

TEST(OwnAim, IsDefinedForEveryRisk) {
  const Aggregation own{.aim = AimName::own, .own = [](std::span<const double> risk, auto) {
                          return Aggregate{0.5, std::vector<double>(risk.size(), std::nan(""))};
                        }};
  EXPECT_THROW(aggregate(own, kRisk), Error);
}

TEST(OwnAim, CannotBeAskedForByNameAlone) {
  EXPECT_THROW(value_of("option --aim", "own", kAimNames), Error);
  EXPECT_EQ(std::ranges::count(names_of(kAimNames), "own"), 0);
  EXPECT_EQ(name_of(AimName::own, kAimNames), "own");
}

}  // namespace
}  // namespace drfs
