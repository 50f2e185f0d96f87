// What it means that a set of features serves all populations: how their risks become the one
// number that the choice makes small. docs/budgets.md says which aim is for what.
#pragma once

#include <string>
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

/// Populations are given by name. The temperature and the share are in ObjectiveOptions.
struct AimOptions {
  AimName aim = AimName::worst;                     ///< what the choice makes small
  std::vector<std::string> population_weight = {};  ///< "name=2": counts as much as two others
  std::vector<std::string> max_risk = {};  ///< "0.3" or "name=0.3": as few features as reach that
};
void describe(AimOptions&, OptionVisitor&);
void check(const AimOptions&);

}  // namespace drfs
