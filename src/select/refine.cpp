#include "select/refine.hpp"

#include "select/own_best.hpp"
#include "select/search.hpp"

namespace drfs {
namespace {

/// Filled up as far as the rules let them.
void add_starts(Candidates& candidates, const std::vector<FeatureSet>& sets,
                const Constraints& constraints) {
  for (const auto& set : sets) {
    for (std::size_t feature : set) {
      if (contains(candidates.pool, feature)) continue;
      candidates.pool = with(std::move(candidates.pool), feature);
      candidates.ranked.push_back(feature);
    }
    if (auto start = constraints.fill(set, candidates.ranked))
      candidates.starts.push_back(std::move(*start));
  }
}

}  // namespace

void describe(RefineOptions& o, OptionVisitor& v) {
  v.option("refine-passes", o.refine_passes, "Most passes of the discrete search; 0 = no search");
  v.option("refine-rows", o.refine_rows,
           "Most rows of a population that the search fits models on");
  v.option("refine-folds", o.refine_folds, "Folds of the search's cross-validation");
  v.option("fill", o.fill,
           "Use up the budget, even for features that serve nobody by the search's measure");
  v.option("time-limit", o.time_limit,
           "Seconds after which the search ends with its best; 0 = none");
}

void check(const RefineOptions& o) {
  require_option(o.refine_passes >= 0, "refine-passes", o.refine_passes, "0 (no search) or more");
  require_option(o.refine_rows >= 50, "refine-rows", o.refine_rows,
                 "a whole number of at least 50");
  require_option(o.refine_folds >= 2 && o.refine_folds <= 20, "refine-folds", o.refine_folds,
                 "a whole number from 2 to 20");
  require_option(o.time_limit >= 0, "time-limit", o.time_limit, "0 (none) or a number of seconds");
}

std::vector<ChosenFeature> chosen_features(const Refined& refined,
                                           const std::vector<double>& alpha) {
  std::vector<ChosenFeature> out;
  for (std::size_t feature : refined.ranked) out.push_back({feature, alpha[feature]});
  for (std::size_t i = 0; i < refined.missed.size(); ++i) out[i].missed = refined.missed[i];
  return out;
}

std::optional<Refined> refine(const Dataset& data, const Constraints& constraints,
                              const Means& means, const Relaxation& relaxation,
                              const SelectOptions& options, const Context& context,
                              const std::vector<FeatureSet>& more_starts) {
  try {
    auto candidates = find_candidates(data, constraints, means, relaxation, options, context);
    add_starts(candidates, more_starts, constraints);
    if (options.aim.aim != AimName::regret)
      return refine_among(data, candidates, constraints, options, context);
    SelectOptions half = options;  // of the time for the own best sets, half for the one of all
    half.refine.time_limit /= 2;
    candidates.own_best = own_best_sets(data, constraints, means, relaxation, half, context);
    // What serves one population may serve all.
    add_starts(candidates, candidates.own_best, constraints);
    return refine_among(data, candidates, constraints, half, context);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    return std::nullopt;
  }
}

std::optional<Refined> refine_among(const Dataset& data, const Candidates& candidates,
                                    const Constraints& constraints, const SelectOptions& options,
                                    const Context& context) {
  try {
    return Search(data, candidates, options, context).run(constraints, candidates.starts);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    return std::nullopt;
  }
}

}  // namespace drfs
