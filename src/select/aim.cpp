#include "select/aim.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "objective/aggregation.hpp"
#include "select/by_population.hpp"

namespace drfs {
namespace {

/// A set may be worse by the aim by a fiftieth of what the mean gains: less than can be told apart,
/// but enough to choose well among sets that the aim holds to be alike.
constexpr double kWeightOfMean = 0.02;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

Aim Aim::against(const std::vector<FeatureSet>& own_best,
                 const std::function<CvRisk(const FeatureSet&)>& risk) const {
  std::vector<double> risks;
  for (std::size_t p = 0; p < own_best.size(); ++p)
    risks.push_back(risk(own_best[p]).populations[p].risk());
  return against(std::move(risks));
}

Aim Aim::against(std::vector<double> own_best_risks) const {
  Aim out = *this;
  if (name_ == AimName::regret) out.reference_ = std::move(own_best_risks);
  return out;
}

Aim Aim::towards(std::vector<double> targets) const {
  Aim out = *this;
  if (name_ == AimName::worst) out.reference_ = std::move(targets);
  return out;
}

double Aim::of(std::span<const double> risks) const {
  switch (name_) {
    case AimName::worst:
    case AimName::regret: {
      double most = -kInfinity;
      for (std::size_t p = 0; p < risks.size(); ++p)
        most = std::max(most, risks[p] - (reference_.empty() ? 0 : reference_[p]));
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

double Aim::score(const CvRisk& risk) const {
  const auto risks = risk.risks();
  return of(risks) + (has_targets() ? 0 : kWeightOfMean * mean(risks));
}

double Aim::worse_by(double factor, double value) const {
  double rest = 0;
  for (const double risk : reference_)
    if (risk < kInfinity) rest = std::max(rest, risk);
  return factor * (value + rest) - rest;
}

double Aim::tie_limit(double least) const {
  const double limit = worse_by(1 + kTie, least);
  return has_targets() && least <= 0 ? std::min(limit, 0.0) : limit;
}

std::vector<double> Aim::limits(double value, std::size_t populations) const {
  double total = 0;
  for (std::size_t p = 0; p < populations; ++p) total += weight(p);
  std::vector<double> out(populations, value);
  for (std::size_t p = 0; p < populations; ++p) {
    const double share = weight(p) / total;
    if (!reference_.empty()) out[p] = value + reference_[p];
    if (name_ == AimName::mean) out[p] = value / share;
    if (name_ == AimName::cvar) out[p] = value / std::min(1.0, share / objective_.cvar_share);
    if (name_ == AimName::softmax) out[p] = value - std::log(share) / objective_.beta;
  }
  return out;
}

double Aim::standard_error_of_difference(const CvRisk& a, const CvRisk& b) const {
  std::vector<double> without(kRiskBlocks);
  for (std::size_t i = 0; i < kRiskBlocks; ++i)
    without[i] = of(a.risks_without(i)) - of(b.risks_without(i));
  const auto n = static_cast<double>(kRiskBlocks);
  const double mean = std::accumulate(without.begin(), without.end(), 0.0) / n;
  double squares = 0;
  for (double d : without) squares += (d - mean) * (d - mean);
  return std::sqrt(squares * (n - 1) / n);
}

std::vector<double> target_risks(const Dataset& data, const AimOptions& options) {
  const auto& entries = options.max_risk;
  if (entries.empty()) return {};
  if (entries.size() == 1 && entries[0].find('=') == std::string::npos)
    return std::vector<double>(data.populations.size(),
                               amount_in("max-risk", entries[0], entries[0]));
  return amounts_by_population("max-risk", entries, data, kInfinity);
}

double Aim::weight(std::size_t population) const {
  return weights_.empty() ? 1 : weights_[population];
}

}  // namespace drfs
