// What a choice of features may be: budgets, costs and rules. Features are given by name.
// docs/budgets.md says what each means.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "drfs/options.hpp"

namespace drfs {

/// What a feature costs, or a set-up that several features share.
struct Price {
  std::string name;
  std::map<std::string, double> amounts;  ///< by resource; "cost" where there is only one
  std::string set_up = {};                ///< what the feature needs; it has a price of its own

  bool operator==(const Price&) const = default;
};

/// At most so many of these.
struct AtMost {
  int count = 1;
  std::vector<std::string> features;
};

/// The feature is of use only with the others.
struct Needs {
  std::string feature;
  std::vector<std::string> others;
};

struct RuleOptions {
  std::string cost_file;                         ///< CSV with the columns feature, cost; or prices
  std::vector<Price> prices;                     ///< of every candidate; none: each costs 1
  std::vector<NamedAmount> budget_cost;          ///< most that the choice may use of a resource
  std::vector<std::string> include;              ///< features that must be chosen
  std::vector<std::string> exclude;              ///< features that must not
  std::vector<AtMost> at_most;                   ///< limits on lists of features
  std::vector<std::vector<std::string>> either;  ///< lists: one of each, and one only
  std::vector<Needs> needs;                      ///< features of use only with others
};
void describe(RuleOptions&, OptionVisitor&);

}  // namespace drfs
