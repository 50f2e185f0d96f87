// What a choice of features may be: budgets, costs and rules, as a user states them.
// docs/budgets.md says what each means.
#pragma once

#include <string>
#include <vector>

#include "drfs/options.hpp"

namespace drfs {

/// Features are given by name.
struct RuleOptions {
  std::vector<std::string> cost;  ///< a CSV file with the columns feature, cost; or name=amount
  std::vector<std::string> budget_cost;  ///< most that the choice may cost; or resource=amount
  std::vector<std::string> include;      ///< features that must be chosen
  std::vector<std::string> exclude;      ///< features that must not
  std::vector<std::string> at_most;      ///< "2:a,b,c": at most two of these
  std::vector<std::string> either;       ///< "a,b": one of these, and one only
  std::vector<std::string> needs;        ///< "a:b,c": a is of use only with b and c
};
void describe(RuleOptions&, OptionVisitor&);

}  // namespace drfs
