// The aim of the search: one number for the risks of all populations, the smaller the better, and
// what follows from it when sets are compared.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "drfs/select.hpp"
#include "select/cv_risk.hpp"
#include "select/feature_set.hpp"

namespace drfs {

class Aim {
 public:
  /// The worst population's risk.
  Aim() = default;

  /// As the options say; throws where they name unknown populations. The regret begins with
  /// nothing to compare with, which makes it the worst risk.
  static Aim from(const Dataset&, const SelectOptions&);

  /// For the regret: the same against each population's own best set, with its risk by the measure
  /// that the sets are compared by. Other aims stay as they are.
  Aim against(const std::vector<FeatureSet>& own_best,
              const std::function<CvRisk(const FeatureSet&)>& risk) const;
  Aim against(std::vector<double> own_best_risks) const;

  /// For the worst risk: the most that a population is above its target, which may be infinite. A
  /// set that reaches all targets is never given up for one that does not. Without targets, and
  /// under other aims, nothing changes.
  Aim towards(std::vector<double> targets) const;

  /// docs/method.md, equations (14) to (15b), (18b) and (18c).
  double of(std::span<const double> risks) const;
  double of(const CvRisk& risk) const { return of(risk.risks()); }

  /// With the populations' weights.
  double mean(std::span<const double> risks) const;
  double mean(const CvRisk& risk) const { return mean(risk.risks()); }

  /// What the search minimises: the mean counts for so little that it decides only where the aim is
  /// much the same.
  double score(const CvRisk&) const;

  /// A value that is worse by this factor. A regret may be nothing at all: the risk that it is a
  /// part of grows by the factor.
  double worse_by(double factor, double value) const;

  /// Values up to this one tie with `least`; then the mean decides.
  double tie_limit(double least) const;

  /// Per population the risk above which the aim's value is above this one, whatever the others'
  /// risks are.
  std::vector<double> limits(double value, std::size_t populations) const;

  /// The standard error of of(a) - of(b), by the jackknife over blocks: what the two sets have in
  /// common cancels.
  double standard_error_of_difference(const CvRisk& a, const CvRisk& b) const;

  /// How the relaxation brings risks together under this aim. It knows no set that is best for one
  /// population, and proposes for the regret as for the worst risk.
  const ObjectiveOptions& relaxed() const { return objective_; }

  AimName name() const { return name_; }
  double weight(std::size_t population) const;

 private:
  bool has_targets() const { return name_ == AimName::worst && !reference_.empty(); }

  AimName name_ = AimName::worst;
  ObjectiveOptions objective_;
  std::vector<double> weights_;    // empty: equal
  std::vector<double> reference_;  // risks of own best sets, or targets; empty: neither
};

/// Per population the risk that --max-risk asks for, infinite where it names others only; empty
/// where there is no such option.
std::vector<double> target_risks(const Dataset&, const AimOptions&);

/// Sets that serve the populations alike to this share are ties.
inline constexpr double kTie = 0.01;

}  // namespace drfs
