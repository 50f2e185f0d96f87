#include "select/rules/constraints.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace drfs {
namespace {

using Kind = Rule::Kind;

/// Sums of costs are not exact: 0.1 + 0.2 is within a budget of 0.3. Each feature has
/// one set-up at most, so that no more than twice as many amounts are summed.
double rounding_of(const FeatureSet& set) {
  return static_cast<double>(2 * set.size() + 1) * std::numeric_limits<double>::epsilon();
}

std::size_t count_of(const FeatureSet& features, const FeatureSet& set) {
  return static_cast<std::size_t>(
      std::ranges::count_if(features, [&](std::size_t f) { return contains(set, f); }));
}

bool has_all(const FeatureSet& features, const FeatureSet& set) {
  return count_of(features, set) == features.size();
}

void add_all(FeatureSet& set, const FeatureSet& more) {
  for (std::size_t feature : more)
    if (!contains(set, feature)) set = with(std::move(set), feature);
}

}  // namespace

Constraints::Constraints(std::vector<Rule> rules, Costs costs)
    : rules_(std::move(rules)),
      costs_(std::move(costs)),
      most_features_(std::numeric_limits<std::size_t>::max()) {
  for (const auto& rule : rules_)
    if (rule.kind == Kind::budget)
      most_features_ = std::min(most_features_, static_cast<std::size_t>(rule.limit));
}

Constraints Constraints::with_budget(std::size_t features) const {
  std::vector<Rule> rules = rules_;
  std::erase_if(rules, [](const Rule& rule) { return rule.kind == Kind::budget; });
  rules.push_back({Kind::budget, "--budget " + std::to_string(features), {}, double(features)});
  return {std::move(rules), costs_};
}

Constraints Constraints::with_smallest_budget(std::size_t features) const {
  FeatureSet all(features);
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (std::size_t budget = 1;; ++budget) {
    Constraints smaller = with_budget(budget);
    const auto largest = smaller.fill({}, all);
    if (largest && !largest->empty()) return smaller;
  }
}

/// The rules that a set can only break by having too much: a part of such a set keeps to them, too.
bool Constraints::within_limits(const FeatureSet& set) const {
  if (set.size() > most_features_) return false;
  return std::ranges::all_of(rules_, [&](const Rule& rule) {
    switch (rule.kind) {
      case Kind::cost:
        return costs_.of(rule.resource, set) <= rule.limit * (1 + rounding_of(set));
      case Kind::exclude:
        return count_of(rule.features, set) == 0;
      case Kind::at_most:
        return static_cast<double>(count_of(rule.features, set)) <= rule.limit;
      case Kind::one_of:
        return count_of(rule.features, set) <= 1;
      default:
        return true;
    }
  });
}

FeatureSet Constraints::with_needs(FeatureSet set) const {
  for (std::size_t before = set.size() + 1; before != set.size();) {
    before = set.size();
    for (const auto& rule : rules_)
      if (rule.kind == Kind::include || (rule.kind == Kind::needs && contains(set, rule.needing)))
        add_all(set, rule.features);
  }
  return set;
}

/// Adds to the set the best of each list of which one is wanted and none is there; where that leads
/// nowhere, the next best.
std::optional<FeatureSet> Constraints::with_one_of_each(
    const FeatureSet& set, const std::vector<std::size_t>& ranked) const {
  if (!within_limits(set)) return std::nullopt;
  for (const auto& rule : rules_) {
    if (rule.kind != Kind::one_of || count_of(rule.features, set) > 0) continue;
    auto members = rule.features;
    std::ranges::stable_sort(
        members, {}, [&](std::size_t f) { return std::ranges::find(ranked, f) - ranked.begin(); });
    for (std::size_t member : members)
      if (auto found = with_one_of_each(with_needs(with(set, member)), ranked)) return found;
    return std::nullopt;
  }
  return set;
}

std::optional<FeatureSet> Constraints::fill(const FeatureSet& set,
                                            const std::vector<std::size_t>& ranked) const {
  auto out = with_one_of_each(with_needs(set), ranked);
  if (!out) return out;
  for (std::size_t feature : ranked) {
    if (out->size() >= most_features_) break;
    if (contains(*out, feature)) continue;
    FeatureSet larger = with_needs(with(*out, feature));
    if (within_limits(larger)) out = std::move(larger);
  }
  return out;
}

FeatureSet Constraints::left_without(const FeatureSet& set, std::size_t feature) const {
  FeatureSet out = without(set, feature);
  for (std::size_t before = out.size() + 1; before != out.size();) {
    before = out.size();
    for (const auto& rule : rules_)
      if (rule.kind == Kind::needs && !has_all(rule.features, out)) std::erase(out, rule.needing);
  }
  return out;
}

std::optional<FeatureSet> Constraints::remove(const FeatureSet& set, std::size_t feature) const {
  FeatureSet out = left_without(set, feature);
  for (const auto& rule : rules_)
    if (rule.kind == Kind::include && !has_all(rule.features, out)) return std::nullopt;
  return out;
}

bool Constraints::allows(const FeatureSet& set) const {
  return within_limits(set) && with_needs(set) == set &&
         std::ranges::all_of(rules_, [&](const Rule& rule) {
           return rule.kind != Kind::one_of || count_of(rule.features, set) == 1;
         });
}

bool Constraints::is_full(const FeatureSet& set, const FeatureSet& pool) const {
  if (!allows(set)) return false;
  return set.size() >= most_features_ || std::ranges::none_of(pool, [&](std::size_t feature) {
           return !contains(set, feature) && within_limits(with_needs(with(set, feature)));
         });
}

std::vector<FeatureSet> Constraints::all_full(const FeatureSet& pool, std::size_t most) const {
  std::vector<FeatureSet> found;
  std::size_t visits = 0;
  const auto too_many = [&] { return found.size() > most || visits > most * (pool.size() + 1); };
  // With and without each feature of the pool in turn; a set that is beyond a limit grows no more.
  const auto visit = [&](const auto& self, const FeatureSet& set, std::size_t next) -> void {
    ++visits;
    if (too_many() || !within_limits(set)) return;
    if (next == pool.size() || set.size() == most_features_) {
      if (is_full(set, pool)) found.push_back(set);
      return;
    }
    self(self, with(set, pool[next]), next + 1);
    self(self, set, next + 1);
  };
  visit(visit, {}, 0);
  return too_many() ? std::vector<FeatureSet>() : found;
}

bool Constraints::feasible() const {
  return with_one_of_each(with_needs({}), {}).has_value();
}

bool Constraints::limits_cost() const {
  return std::ranges::any_of(rules_, [](const Rule& rule) { return rule.kind == Kind::cost; });
}

std::vector<ChosenFeature> first_allowed(const std::vector<std::size_t>& ranking,
                                         const Constraints& constraints) {
  const FeatureSet set = *constraints.fill({}, ranking);
  std::vector<ChosenFeature> chosen;
  for (std::size_t feature : ranking)
    if (contains(set, feature)) chosen.push_back({feature});
  return chosen;
}

void add_costs(Selection& selection, const Constraints& constraints) {
  const Costs& costs = constraints.costs();
  const FeatureSet set = chosen_set(selection);
  for (auto& chosen : selection.selected)
    for (const auto& resource : costs.features) chosen.cost.push_back(resource[chosen.feature]);
  for (std::size_t r = 0; r < costs.resources.size(); ++r) {
    std::optional<double> limit;
    for (const auto& rule : constraints.rules())
      if (rule.kind == Kind::cost && rule.resource == r)
        limit = std::min(limit.value_or(rule.limit), rule.limit);
    selection.spending.push_back({costs.resources[r], limit, costs.of(r, set)});
  }
  for (const auto& set_up : costs.set_ups)
    if (Costs::is_needed(set_up, set)) selection.set_ups.push_back(set_up.name);
}

}  // namespace drfs
