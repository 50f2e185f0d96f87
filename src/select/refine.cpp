#include "select/refine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/stopwatch.hpp"
#include "select/own_best.hpp"
#include "select/proposals.hpp"
#include "select/set_risk.hpp"
#include "select/swaps.hpp"

namespace drfs {
namespace {

/// Features whose loss hurts least, each of which is tried against the whole pool in a pass.
constexpr std::size_t kDropsTried = 3;
constexpr std::size_t kNearlyAsGoodShown = 10;

/// Whether the smooth learner's risk, a share of variance, may stand for the model's: not where
/// that is a log loss, nor where the user has asked for a certain kind of model.
bool comparable(const Dataset& data, const SelectOptions& options) {
  return data.task == Task::regression &&
         without_choice(options.model).model != options.model.model;
}

/// The set's features by the risk of the set without them, least missed first.
std::vector<std::size_t> least_missed(SetRisk& risk, const Aim& aim, const FeatureSet& set,
                                      const Constraints& constraints) {
  std::vector<std::size_t> order = set;
  std::ranges::stable_sort(order, {}, [&](std::size_t feature) {
    return aim.score(risk.risk(constraints.left_without(set, feature)));
  });
  return order;
}

/// An allowed part of the set that serves no worse.
std::optional<FeatureSet> cheaper_set(SetRisk& risk, const Aim& aim, const FeatureSet& set,
                                      const std::vector<std::size_t>& least_missed,
                                      const Constraints& constraints) {
  for (std::size_t feature : least_missed) {
    auto part = constraints.remove(set, feature);
    if (part && !part->empty() && constraints.allows(*part) &&
        aim.score(risk.risk(*part)) <= aim.score(risk.risk(set)))
      return part;
  }
  return std::nullopt;
}

std::vector<FeatureSet> neighbours_of(const FeatureSet& set, const std::vector<std::size_t>& drops,
                                      const Candidates& candidates,
                                      const Constraints& constraints) {
  std::vector<FeatureSet> out;
  std::size_t tried = 0;
  for (std::size_t drop : drops) {
    if (tried == kDropsTried) break;
    auto more = swaps(set, drop, drops, candidates, constraints);
    if (!more.empty()) ++tried;
    out.insert(out.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  }
  return out;
}

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

std::vector<OwnBest> scored(const std::vector<FeatureSet>& own_best, SetRisk& risk) {
  std::vector<OwnBest> out;
  for (std::size_t p = 0; p < own_best.size(); ++p)
    out.push_back({own_best[p], risk.risk(own_best[p]).populations[p].risk()});
  return out;
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
  const Stopwatch watch;
  const auto time_is_up = [&] {
    return options.refine.time_limit > 0 && watch.seconds() > options.refine.time_limit;
  };
  const auto is_answer = [&](const FeatureSet& set) {
    return constraints.is_full(set, candidates.pool);
  };
  std::optional<Refined> out;
  try {
    // 1. Many sets, by a learner that is quick to fit.
    SmoothRisk smooth(data, candidates.ranked, candidates.starts[0].size(), context);
    const Aim stated = Aim::from(data, options);
    const auto sets = propose(smooth, stated, candidates, constraints, time_is_up, context);

    // 2. The best of them and of the starts, by the model itself.
    SetRisk risk(data, options, comparable(data, options) ? &smooth : nullptr, context);
    const Aim aim =
        stated.against(candidates.own_best, [&](const FeatureSet& set) { return risk.risk(set); });
    const auto score = [&](const FeatureSet& set) { return aim.score(risk.risk(set)); };
    FeatureSet best = risk.best_of(candidates.starts, aim);
    out = Refined{{}, {}, scored(candidates.own_best, risk)};
    out->course.start_worst = risk.risk(best).worst();
    out->course.start_aim = aim.of(risk.risk(best));
    const auto settle_for = [&](const FeatureSet& set) {
      best = set;
      out->ranked = best;
      out->course.worst = risk.risk(best).worst();
      out->course.aim = aim.of(risk.risk(best));
      out->course.risk = risk.risk(best).risks();
      out->course.sets_tried = risk.sets_tried();
    };
    settle_for(best);
    const FeatureSet proposed = risk.best_of(sets, aim);
    if (score(proposed) < score(best)) settle_for(proposed);

    // 3. Swaps of single features while they help.
    auto missed = least_missed(risk, aim, best, constraints);
    while (out->course.passes < options.refine.refine_passes && !time_is_up()) {
      context.progress({"refine", static_cast<double>(out->course.passes),
                        static_cast<double>(options.refine.refine_passes),
                        fmt::format("{} {:.4f}", name_of(aim.name(), kAimNames), out->course.aim)});
      ++out->course.passes;
      const auto neighbours = neighbours_of(best, missed, candidates, constraints);
      if (neighbours.empty()) break;
      const FeatureSet next = risk.best_of(neighbours, aim);
      if (!(score(next) < score(best))) break;
      settle_for(next);
      missed = least_missed(risk, aim, best, constraints);
    }
    // 4. Of the sets that the aim holds to be alike, the one with the least mean.
    const FeatureSet settled = risk.settle_ties(best, aim, is_answer);
    if (settled != best) {
      settle_for(settled);
      missed = least_missed(risk, aim, best, constraints);
    }
    // 5. What costs something and does not help is left out.
    while (constraints.limits_cost()) {
      const auto cheaper = cheaper_set(risk, aim, best, missed, constraints);
      if (!cheaper) break;
      settle_for(*cheaper);
      missed = least_missed(risk, aim, best, constraints);
    }
    out->ranked.assign(missed.rbegin(), missed.rend());
    out->course.sets_tried = risk.sets_tried();
    out->course.nearly_as_good = risk.nearly_as_good(best, aim, is_answer, kNearlyAsGoodShown);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
  }
  return out;
}

}  // namespace drfs
