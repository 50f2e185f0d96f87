#include "select/measure/aim.hpp"

#include <algorithm>
#include <cmath>

#include "objective/aggregation.hpp"

namespace drfs {
namespace {

/// Where the aim is one of the relaxation's own, that one; otherwise as the user says.
Aggregation aggregation_of(AimName aim, Aggregation stated) {
  switch (aim) {
    case AimName::softmax:
      return Aggregation::softmax;
    case AimName::cvar:
      return Aggregation::cvar;
    case AimName::mean:
      return Aggregation::mean;
    case AimName::worst:
    case AimName::regret:
      break;
  }
  return stated;
}

}  // namespace

Aim::Aim(AimName name, const ObjectiveOptions& objective, std::vector<double> weights)
    : name_(name), objective_(objective), weights_(std::move(weights)) {
  objective_.aggregation = aggregation_of(name, objective.aggregation);
}

Aim Aim::of_worst() const {
  ObjectiveOptions objective = objective_;
  objective.aggregation = Aggregation::maximum;
  return {AimName::worst, objective};
}

Aim Aim::against(Eigen::ArrayXXd own_best_risks) const {
  Aim out = *this;
  if (name_ == AimName::regret) out.reference_ = std::move(own_best_risks);
  return out;
}

Aim Aim::against(const std::vector<double>& own_best_risks) const {
  return against(Eigen::ArrayXXd(
      Eigen::Map<const Eigen::ArrayXd>(own_best_risks.data(), std::ssize(own_best_risks))));
}

Aim Aim::towards(const std::vector<double>& targets) const {
  Aim out = *this;
  if (name_ == AimName::worst)
    out.reference_ = Eigen::Map<const Eigen::ArrayXd>(targets.data(), std::ssize(targets));
  return out;
}

double Aim::of(std::span<const double> risks) const {
  return of(risks, 0);
}

double Aim::of(std::span<const double> risks, Eigen::Index draw) const {
  switch (name_) {
    case AimName::worst:
    case AimName::regret: {
      double most = -HUGE_VAL;
      const Eigen::Index column = reference_.cols() > 1 ? draw : 0;
      for (std::size_t p = 0; p < risks.size(); ++p)
        most = std::max(most, risks[p] - (reference_.size() == 0
                                              ? 0
                                              : reference_(static_cast<Eigen::Index>(p), column)));
      return most;
    }
    default:
      return aggregate(objective_, risks, weights_).value;
  }
}

double Aim::mean(std::span<const double> risks) const {
  ObjectiveOptions mean;
  mean.aggregation = Aggregation::mean;
  return aggregate(mean, risks, weights_).value;
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
