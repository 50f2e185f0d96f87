// The ruler: whether two sets of features surely differ. Every question of that kind is a call of
// it: whether a feature helps, is not needed, could be another one, whether a larger budget pays,
// and which kind of model a population is judged by.
#pragma once

#include <Eigen/Dense>
#include <cstddef>

#include "select/measure/aim.hpp"
#include "select/measure/risk_draws.hpp"

namespace drfs {

/// What nobody cares about: this share of what is left unexplained.
inline constexpr double kLittle = 0.01;

/// How much larger one value is than another, draw by draw.
class Difference {
 public:
  /// `left` is what is unexplained; `comparisons` the number of those that any one of which would
  /// have been reported.
  Difference(const Eigen::ArrayXd& differences, double left, std::size_t comparisons);

  double difference() const { return difference_; }
  double standard_error() const { return standard_error_; }

  bool surely_more() const;   ///< by more than little
  bool surely_alike() const;  ///< not more by more than little
  bool may_be_less() const;   ///< it is not sure that it is more at all

 private:
  double difference_, standard_error_, little_, sure_;
};

/// By the aim.
Difference compare(const Aim&, const RiskDraws& one, const RiskDraws& other);

/// Whether one serves the aim or any population that counts surely worse than the other.
bool serves_worse(const Aim&, const RiskDraws& one, const RiskDraws& other);

/// Whether one serves the aim and every population that counts surely no worse than the other, but
/// for what nobody cares about.
bool serves_alike(const Aim&, const RiskDraws& one, const RiskDraws& other);

}  // namespace drfs
