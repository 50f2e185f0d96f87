// The aim of the search: one number for the risks of all populations, the smaller the better, and
// what follows from it when sets are compared.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "drfs/select.hpp"
#include "select/measure/risk_draws.hpp"

namespace drfs {

class Aim {
 public:
  /// The worst population's risk.
  Aim() = default;

  /// Weights are one per population, or none where all count alike. The regret begins with nothing
  /// to compare with, which makes it the worst risk.
  explicit Aim(const Aggregation&, std::vector<double> weights = {});

  /// For the regret: the same against each population's own best set, with its risks by the measure
  /// that the sets are compared by: one row per population, one column per draw, or one for all.
  /// Other aims stay as they are.
  Aim against(Eigen::ArrayXXd best_alone_risks) const;
  Aim against(const std::vector<double>& best_alone_risks) const;

  /// For the worst risk: the most that a population is above its target, which may be infinite.
  /// Without targets, and under other aims, nothing changes.
  Aim towards(const std::vector<double>& targets) const;

  /// docs/method.md, equations (14) to (15b), (18d) and (18e).
  double of(std::span<const double> risks) const;

  /// In every draw.
  Eigen::ArrayXd values(const RiskDraws&) const;

  /// What the search minimises: what is to be expected of the aim, plus kWeightOfMean times that of
  /// the mean over populations, which decides where the aim is much the same. With targets the aim
  /// alone: a set that reaches them is never given up for one that does not.
  double score(const RiskDraws&) const;

  const Aggregation& aggregation() const { return aggregation_; }
  AimName name() const { return aggregation_.aim; }
  double weight(std::size_t population) const;

 private:
  bool has_targets() const { return name() == AimName::worst && reference_.size() > 0; }
  double of(std::span<const double> risks, Eigen::Index draw) const;
  double mean(std::span<const double> risks) const;

  Aggregation aggregation_;
  std::vector<double> weights_;  // empty: equal
  Eigen::ArrayXXd reference_;    // risks of own best sets, or targets; empty: neither
};

/// A set may be worse by the aim by a tenth of what the mean gains.
inline constexpr double kWeightOfMean = 0.1;

}  // namespace drfs
