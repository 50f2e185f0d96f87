// What it means that a set of features serves all populations: how their risks become the one
// number that the choice makes small. docs/budgets.md says which aim is for what.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "drfs/options.hpp"

namespace drfs {

enum class AimName {
  worst,    ///< the worst population's risk
  softmax,  ///< the smooth maximum: log-mean-exp with temperature beta
  cvar,     ///< the mean over the worst-served share of the populations
  mean,     ///< the mean over the populations
  regret,   ///< the most that a population loses against the set that is best for it alone
  own,      ///< a program's own function of the risks
};
inline constexpr EnumName<AimName> kAimNames[] = {
    {AimName::worst, "worst"}, {AimName::softmax, "softmax"}, {AimName::cvar, "cvar"},
    {AimName::mean, "mean"},   {AimName::regret, "regret"},   {AimName::own, "own", false}};

struct Aggregate {
  double value = 0;
  /// Derivative of the value in each population's risk; sums to 1, unless it is a program's own.
  std::vector<double> weight;
};

/// A program's own aim, in units of risk, the smaller the better: of the risks of the populations
/// in the order of their names, and of what each counts, which is 1 unless AimOptions say
/// otherwise. It is called from several threads at once.
using AggregateFunction =
    std::function<Aggregate(std::span<const double> risk, std::span<const double> weight)>;

/// How risks are brought together. Where no population has a set of its own to be compared with, as
/// in the relaxation, the regret is the worst risk.
struct Aggregation {
  AimName aim = AimName::worst;
  double beta = 10;            ///< temperature of the softmax
  double cvar_share = 0.25;    ///< of the populations: the worst-served
  AggregateFunction own = {};  ///< for AimName::own
};
void check(const Aggregation&);

/// Whether the largest risk counts alone.
bool is_maximum(const Aggregation&);

/// docs/method.md, equations (14) to (15b). Of equally bad populations the first counts.
/// There is a risk at least. Weights are as many, or none where populations count alike; under the
/// maximum they always do.
Aggregate aggregate(const Aggregation&, std::span<const double> risk,
                    std::span<const double> weight = {});

/// Populations are given by name.
struct AimOptions {
  std::optional<AimName> aim;  ///< what the choice makes small; absent: as the method has it
  double beta = Aggregation{}.beta;
  double cvar_share = Aggregation{}.cvar_share;
  AggregateFunction own = {};                       ///< for AimName::own
  std::vector<NamedAmount> population_weight = {};  ///< what a population counts; others count 1
  /// The risk to reach with as few features as possible, in a population or in all of them.
  std::vector<NamedAmount> max_risk = {};
};

}  // namespace drfs
