// Which sets of features are allowed. The search asks it for sets to try; with nothing but a budget
// of K features, these are the sets of K.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drfs/select.hpp"
#include "select/feature_set.hpp"
#include "select/rules/costs.hpp"

namespace drfs {

/// One thing that a set has to keep to.
struct Rule {
  enum class Kind { budget, cost, include, exclude, at_most, one_of, needs } kind;
  std::string text;          ///< as the user would write it: "--include age"
  FeatureSet features = {};  ///< those that it is about
  double limit = 0;          ///< of budget, cost, at_most
  std::size_t resource = 0;  ///< of cost
  std::size_t needing = 0;   ///< of needs: the feature that is of use only with `features`
};

class Constraints {
 public:
  Constraints(std::vector<Rule> rules, Costs costs);

  /// The same with another budget of features.
  Constraints with_budget(std::size_t) const;

  /// The same with the smallest budget that leaves something to choose of so many features.
  Constraints with_smallest_budget(std::size_t features) const;

  /// The largest allowed set that begins with `set` and goes on, as far as the rules let it, in the
  /// order of `ranked`; nothing where `set` can be part of no allowed set.
  std::optional<FeatureSet> fill(const FeatureSet& set,
                                 const std::vector<std::size_t>& ranked) const;

  /// The set without the feature and what is of no use without it.
  FeatureSet left_without(const FeatureSet& set, std::size_t feature) const;

  /// The same; nothing where one of these features must stay.
  std::optional<FeatureSet> remove(const FeatureSet& set, std::size_t feature) const;

  bool allows(const FeatureSet&) const;

  /// Allowed, and no feature of the pool can be added.
  bool is_full(const FeatureSet&, const FeatureSet& pool) const;

  /// Every full set of the pool, where there are at most so many and they are quickly found;
  /// otherwise none.
  std::vector<FeatureSet> all_full(const FeatureSet& pool, std::size_t most) const;

  /// Whether any set is allowed.
  bool feasible() const;

  std::size_t most_features() const { return most_features_; }

  const Costs& costs() const { return costs_; }
  const std::vector<Rule>& rules() const { return rules_; }

  /// Whether an amount is limited, so that cheap features are worth a start of their own.
  bool limits_cost() const;

 private:
  bool within_limits(const FeatureSet&) const;
  FeatureSet with_needs(FeatureSet) const;
  std::optional<FeatureSet> with_one_of_each(const FeatureSet&,
                                             const std::vector<std::size_t>& ranked) const;

  std::vector<Rule> rules_;
  Costs costs_;
  std::size_t most_features_;
};

/// The first of the ranking that are allowed together, in its order.
std::vector<ChosenFeature> first_allowed(const std::vector<std::size_t>& ranking,
                                         const Constraints&);

/// Puts down what the choice costs.
void add_costs(Selection&, const Constraints&);

/// Of rules that cannot all be met, the fewest that cannot.
std::vector<Rule> contradiction(const Constraints&);

}  // namespace drfs
