// What it means that a set of features serves all populations: how their risks become the one
// number that the choice makes small. docs/budgets.md says which aim is for what.
#pragma once

#include <optional>
#include <vector>

#include "drfs/options.hpp"

namespace drfs {

enum class AimName {
  worst,    ///< the worst population's risk
  softmax,  ///< the smooth maximum: log-mean-exp with temperature beta
  cvar,     ///< the mean over the worst-served share of the populations
  mean,     ///< the mean over the populations
  regret,   ///< the most that a population loses against the set that is best for it alone
};
inline constexpr EnumName<AimName> kAimNames[] = {{AimName::worst, "worst"},
                                                  {AimName::softmax, "softmax"},
                                                  {AimName::cvar, "cvar"},
                                                  {AimName::mean, "mean"},
                                                  {AimName::regret, "regret"}};

/// How risks are brought together. Where no population has a set of its own to be compared with, as
/// in the relaxation, the regret is the worst risk.
struct Aggregation {
  AimName aim = AimName::worst;
  double beta = 10;          ///< temperature of the softmax
  double cvar_share = 0.25;  ///< of the populations: the worst-served
};
void check(const Aggregation&);

/// Populations are given by name.
struct AimOptions {
  std::optional<AimName> aim;  ///< what the choice makes small; absent: as the method has it
  double beta = Aggregation{}.beta;
  double cvar_share = Aggregation{}.cvar_share;
  std::vector<NamedAmount> population_weight = {};  ///< what a population counts; others count 1
  /// The risk to reach with as few features as possible, in a population or in all of them.
  std::vector<NamedAmount> max_risk = {};
};

}  // namespace drfs
