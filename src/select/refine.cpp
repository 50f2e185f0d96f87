#include "select/refine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/stopwatch.hpp"

namespace drfs {
namespace {

/// Features whose loss hurts least, each of which is tried against the whole pool in a pass.
constexpr std::size_t kDropsTried = 3;

FeatureSet without(FeatureSet set, std::size_t feature) {
  std::erase(set, feature);
  return set;
}

FeatureSet with(FeatureSet set, std::size_t feature) {
  set.insert(std::ranges::lower_bound(set, feature), feature);
  return set;
}

/// The set's features by the score of the set without them, least missed first.
std::vector<std::size_t> least_missed(SetRisk& risk, const FeatureSet& set) {
  std::vector<std::pair<SetScore, std::size_t>> losses;
  for (std::size_t feature : set) losses.emplace_back(risk.score(without(set, feature)), feature);
  std::ranges::sort(losses);
  std::vector<std::size_t> order;
  for (const auto& [score, feature] : losses) order.push_back(feature);
  return order;
}

std::vector<FeatureSet> swaps(const FeatureSet& set, const std::vector<std::size_t>& drops,
                              const FeatureSet& pool) {
  std::vector<FeatureSet> out;
  for (std::size_t i = 0; i < std::min(drops.size(), kDropsTried); ++i) {
    const FeatureSet rest = without(set, drops[i]);
    for (std::size_t feature : pool)
      if (!std::ranges::binary_search(set, feature)) out.push_back(with(rest, feature));
  }
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

std::optional<Refined> refine(const Dataset& data, const Candidates& candidates,
                              const SelectOptions& options, const Context& context) {
  const Stopwatch watch;
  const auto time_is_up = [&] {
    return options.refine.time_limit > 0 && watch.seconds() > options.refine.time_limit;
  };
  SetRisk risk(data, options, context);
  std::optional<Refined> out;
  try {
    risk.set_resolution(risk.best_of(candidates.starts).set);
    SetScore best = risk.best_of(candidates.starts);
    out = Refined{best.set, {best.worst, best.worst, 0, 0}};
    std::vector<std::size_t> drops = least_missed(risk, best.set);
    while (out->course.passes < options.refine.refine_passes && !time_is_up()) {
      context.progress({"refine", static_cast<double>(out->course.passes),
                        static_cast<double>(options.refine.refine_passes),
                        fmt::format("worst {:.4f}", best.worst)});
      ++out->course.passes;
      const auto neighbours = swaps(best.set, drops, candidates.pool);
      if (neighbours.empty()) break;
      const SetScore next = risk.best_of(neighbours);
      if (!next.better_than(best)) break;
      best = next;
      out->ranked = best.set;
      out->course.worst = best.worst;
      drops = least_missed(risk, best.set);
    }
    out->ranked.assign(drops.rbegin(), drops.rend());
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
  }
  if (out) out->course.sets_tried = risk.sets_tried();
  return out;
}

}  // namespace drfs
