#include "select/aim.hpp"

#include <algorithm>
#include <cmath>

#include "objective/aggregation.hpp"
#include "select/by_population.hpp"

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

void describe(AimOptions& o, OptionVisitor& v) {
  v.option(
      "aim", choice_of("aim", o.aim, kAimNames),
      "What the choice makes small: the worst risk, a mean of the worst ones, the mean, or the "
      "largest loss against a set of one's own");
  v.option("population-weight", o.population_weight,
           "What populations count in the aims softmax, cvar and mean: name=2,…; others count 1");
  v.option(
      "max-risk", o.max_risk,
      "Choose as few features as bring every population's risk down to this: 0.3, or name=0.3,…; "
      "--budget is the most");
}

void check(const AimOptions& o) {
  const bool weighted =
      o.aim == AimName::softmax || o.aim == AimName::cvar || o.aim == AimName::mean;
  if (!o.population_weight.empty() && !weighted)
    throw Error(ErrorCode::usage, {"option --population-weight", o.population_weight[0],
                                   "means nothing where the largest counts alone, as under --aim " +
                                       std::string(name_of(o.aim, kAimNames)),
                                   "Add --aim mean, cvar or softmax, or leave the weights out"});
}

Aim Aim::from(const Dataset& data, const SelectOptions& options) {
  Aim aim;
  aim.name_ = options.aim.aim;
  aim.objective_ = options.objective;
  aim.objective_.aggregation = aggregation_of(aim.name_, options.objective.aggregation);
  if (options.aim.population_weight.empty()) return aim;
  aim.weights_ =
      amounts_by_population("population-weight", options.aim.population_weight, data, 1.0);
  if (std::ranges::max(aim.weights_) == 0)
    throw Error(ErrorCode::usage,
                {"option --population-weight", "", "leaves no population to count",
                 "Give one of them a weight above 0"});
  return aim;
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

std::vector<double> target_risks(const Dataset& data, const AimOptions& options) {
  const auto& entries = options.max_risk;
  if (entries.empty()) return {};
  if (entries.size() == 1 && entries[0].find('=') == std::string::npos)
    return std::vector<double>(data.populations.size(),
                               amount_in("max-risk", entries[0], entries[0]));
  return amounts_by_population("max-risk", entries, data, HUGE_VAL);
}

double Aim::weight(std::size_t population) const {
  return weights_.empty() ? 1 : weights_[population];
}

}  // namespace drfs
