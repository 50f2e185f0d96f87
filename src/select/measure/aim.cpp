#include "select/measure/aim.hpp"

#include <algorithm>
#include <cmath>

namespace drfs {

Aim::Aim(const Aggregation& aggregation, std::vector<double> weights)
    : aggregation_(aggregation), weights_(std::move(weights)) {}

Aim Aim::against(Eigen::ArrayXXd best_alone_risks) const {
  Aim out = *this;
  if (name() == AimName::regret) out.reference_ = std::move(best_alone_risks);
  return out;
}

Aim Aim::against(const std::vector<double>& best_alone_risks) const {
  return against(Eigen::ArrayXXd(
      Eigen::Map<const Eigen::ArrayXd>(best_alone_risks.data(), std::ssize(best_alone_risks))));
}

Aim Aim::towards(const std::vector<double>& targets) const {
  Aim out = *this;
  if (name() == AimName::worst)
    out.reference_ = Eigen::Map<const Eigen::ArrayXd>(targets.data(), std::ssize(targets));
  return out;
}

double Aim::of(std::span<const double> risks) const {
  return of(risks, 0);
}

double Aim::of(std::span<const double> risks, Eigen::Index draw) const {
  if (!is_maximum(aggregation_)) return aggregate(aggregation_, risks, weights_).value;
  double most = -HUGE_VAL;
  const Eigen::Index column = reference_.cols() > 1 ? draw : 0;
  for (std::size_t p = 0; p < risks.size(); ++p)
    most = std::max(
        most,
        risks[p] - (reference_.size() == 0 ? 0 : reference_(static_cast<Eigen::Index>(p), column)));
  return most;
}

double Aim::mean(std::span<const double> risks) const {
  return aggregate({.aim = AimName::mean}, risks, weights_).value;
}

Eigen::ArrayXd Aim::values(const RiskDraws& draws) const {
  Eigen::ArrayXd out(draws.risk.cols());
  for (Eigen::Index d = 0; d < out.size(); ++d)
    out[d] = of({draws.risk.col(d).data(), static_cast<std::size_t>(draws.risk.rows())}, d);
  return out;
}

double Aim::score(const RiskDraws& draws) const {
  return values(draws).mean() + (has_targets() ? 0 : kWeightOfMean * mean(draws.mean()));
}

double Aim::weight(std::size_t population) const {
  return weights_.empty() ? 1 : weights_[population];
}

}  // namespace drfs
