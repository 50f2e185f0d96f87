#include "select/refine.hpp"

#include "select/own_best.hpp"
#include "select/search.hpp"

namespace drfs {
namespace {

/// The own best sets are starts, too: what serves one population may serve all.
void start_from(Candidates& candidates, std::vector<FeatureSet> own_best) {
  for (const auto& set : own_best) {
    candidates.starts.push_back(set);
    for (std::size_t feature : set) {
      if (contains(candidates.pool, feature)) continue;
      candidates.pool = with(std::move(candidates.pool), feature);
      candidates.ranked.push_back(feature);
    }
  }
  candidates.own_best = std::move(own_best);
}

}  // namespace

void describe(RefineOptions& o, OptionVisitor& v) {
  v.option("refine-passes", o.refine_passes, "Most passes of the discrete search; 0 = no search");
  v.option("refine-rows", o.refine_rows,
           "Most rows of a population that the search fits models on");
  v.option("refine-folds", o.refine_folds, "Folds of the search's cross-validation");
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

std::optional<Refined> refine(const Dataset& data, const Constraints& constraints,
                              const Means& means, const Relaxation& relaxation,
                              const SelectOptions& options, const Context& context) {
  try {
    auto candidates = find_candidates(data, constraints, means, relaxation, options, context);
    if (options.aim.aim != AimName::regret)
      return refine_among(data, candidates, constraints, options, context);
    SelectOptions half = options;  // of the time for the own best sets, half for the one of all
    half.refine.time_limit /= 2;
    start_from(candidates, own_best_sets(data, constraints, means, relaxation, half, context));
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
