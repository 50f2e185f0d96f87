#include "select/search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/parallel.hpp"
#include "core/stopwatch.hpp"
#include "select/chance.hpp"
#include "select/missed.hpp"
#include "select/proposals.hpp"
#include "select/ranking.hpp"
#include "select/swaps.hpp"

namespace drfs {
namespace {

/// Features whose loss hurts least, each of which is tried against the whole pool in a pass.
std::size_t drops_tried(Effort effort) {
  return effort == Effort::full ? 3 : 1;
}
/// Of the quick learner's best sets, so many are tried.
std::size_t proposals_tried(Effort effort) {
  return effort == Effort::full ? 10 : 4;
}
/// So many of the sets that differ by one feature are raced where the quick learner may choose
/// them: more where its risk is not of the model's kind.
std::size_t promising_tried(bool comparable) {
  return comparable ? 3 : 8;
}
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
  std::vector<FeatureSet> without;
  std::vector<double> scores;
  for (std::size_t feature : set) without.push_back(constraints.left_without(set, feature));
  risk.learn(without);
  for (const auto& rest : without) scores.push_back(aim.score(risk.risk(rest)));
  std::vector<std::size_t> order;
  for (std::size_t i : least_first(scores)) order.push_back(set[i]);
  return order;
}

std::vector<FeatureSet> neighbours_of(const FeatureSet& set, const std::vector<std::size_t>& drops,
                                      const Candidates& candidates, const Constraints& constraints,
                                      Effort effort) {
  std::vector<FeatureSet> out;
  std::size_t tried = 0;
  for (std::size_t drop : drops) {
    if (tried == drops_tried(effort)) break;
    auto more = swaps(set, drop, drops, candidates, constraints);
    if (!more.empty()) ++tried;
    out.insert(out.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  }
  return out;
}

std::vector<OwnBest> scored(const std::vector<FeatureSet>& own_best, SetRisk& risk) {
  std::vector<OwnBest> out;
  for (std::size_t p = 0; p < own_best.size(); ++p)
    out.push_back({own_best[p], risk.risk(own_best[p]).populations[p].risk()});
  return out;
}

}  // namespace

Search::Search(const Dataset& data, const Candidates& candidates, const SelectOptions& options,
               const Context& context)
    : data_(data),
      candidates_(candidates),
      options_(options),
      context_(context),
      smooth_(data, candidates.ranked, candidates.starts[0].size(), context),
      risk_(data, options, comparable(data, options) ? &smooth_ : nullptr, context) {}

Aim Search::aim() {
  return Aim::from(data_, options_).against(candidates_.own_best, [&](const FeatureSet& set) {
    return risk_.risk(set);
  });
}

Aim Search::goal(const Aim& aim) const {
  return aim.towards(target_risks(data_, options_.aim));
}

std::optional<Refined> Search::run(const Constraints& constraints,
                                   const std::vector<FeatureSet>& starts, Effort effort) {
  const Stopwatch watch;
  const auto time_is_up = [&] {
    return options_.refine.time_limit > 0 && watch.seconds() > options_.refine.time_limit;
  };
  const auto is_answer = [&](const FeatureSet& set) {
    return constraints.is_full(set, candidates_.pool);
  };
  std::optional<Refined> out;
  try {
    // 1. Many sets, by a learner that is quick to fit.
    Candidates here = candidates_;
    here.starts = starts;
    auto sets =
        propose(smooth_, goal(Aim::from(data_, options_)), here, constraints, time_is_up, context_);
    sets.resize(std::min(sets.size(), proposals_tried(effort)));

    // 2. The best of them and of the starts, by the model itself.
    const Aim shown = this->aim(), aim = goal(shown);
    const auto score = [&](const FeatureSet& set) { return aim.score(risk_.risk(set)); };
    FeatureSet best = risk_.best_of(starts, aim);
    out = Refined{{}, {}, scored(candidates_.own_best, risk_)};
    out->course.start_worst = risk_.risk(best).worst();
    out->course.start_aim = shown.of(risk_.risk(best));
    const auto settle_for = [&](const FeatureSet& set) {
      best = set;
      out->ranked = best;
      out->course.worst = risk_.risk(best).worst();
      out->course.aim = shown.of(risk_.risk(best));
      out->course.risk = risk_.risk(best).risks();
      out->course.sets_tried = risk_.sets_tried();
    };
    settle_for(best);
    const FeatureSet proposed = risk_.best_of(sets, aim);
    if (score(proposed) < score(best)) settle_for(proposed);

    // 3. Swaps of single features while they help.
    auto missed = least_missed(risk_, aim, best, constraints);
    while (out->course.passes < options_.refine.refine_passes && !time_is_up()) {
      context_.progress(
          {"refine", static_cast<double>(out->course.passes),
           static_cast<double>(options_.refine.refine_passes),
           fmt::format("{} {:.4f}", name_of(aim.name(), kAimNames), out->course.aim)});
      ++out->course.passes;
      const auto neighbours = neighbours_of(best, missed, candidates_, constraints, effort);
      if (neighbours.empty()) break;
      const FeatureSet next =
          effort == Effort::full ? risk_.best_of(neighbours, aim) : best_of(neighbours, aim);
      if (!(score(next) < score(best))) break;
      settle_for(next);
      missed = least_missed(risk_, aim, best, constraints);
    }
    // 4. Of the sets that the aim holds to be alike, the one with the least mean.
    const FeatureSet settled = risk_.settle_ties(best, aim, is_answer);
    if (settled != best) {
      settle_for(settled);
      missed = least_missed(risk_, aim, best, constraints);
    }
    // 5. What serves nobody is left out; where there are targets, the budget is the smallest
    // anyway.
    const FeatureSet whole = best;
    if (!options_.refine.fill && target_risks(data_, options_.aim).empty())
      settle_for(needed_of(whole, aim, constraints, time_is_up));
    out->course.not_needed = left_of(whole, best);
    missed = least_missed(risk_, aim, best, constraints);
    out->ranked.assign(missed.rbegin(), missed.rend());
    for (std::size_t feature : out->ranked)
      out->missed.push_back(loss_without(best, constraints.left_without(best, feature)));
    out->course.sets_tried = risk_.sets_tried();
    const Constraints used =
        best.size() < whole.size() ? constraints.with_budget(best.size()) : constraints;
    out->course.nearly_as_good = risk_.nearly_as_good(
        best, aim, [&](const FeatureSet& set) { return used.is_full(set, candidates_.pool); },
        kNearlyAsGoodShown);
    for (auto& other : out->course.nearly_as_good) other.aim = shown.of(risk_.risk(other.features));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
  }
  return out;
}

bool Search::is_better(const FeatureSet& larger, const FeatureSet& smaller) {
  return is_worse(aim(), risk_.risk(larger), risk_.risk(smaller), chance(larger, smaller));
}

double Search::chance(const FeatureSet& larger, const FeatureSet& smaller) const {
  const std::size_t added = left_of(larger, smaller).size();
  return added == 0 ? 1 : gain_by_chance(data_.features.size() - smaller.size(), added);
}

Missed Search::loss_without(const FeatureSet& set, const FeatureSet& without) {
  return missed(aim(), risk_.risk(set), risk_.risk(without), chance(set, without));
}

FeatureSet Search::needed_of(const FeatureSet& whole, const Aim& aim,
                             const Constraints& constraints,
                             const std::function<bool()>& time_is_up) {
  FeatureSet needed = whole;
  const auto serves_like = [&](const FeatureSet& set, const FeatureSet& part) {
    return will_do(aim, risk_.risk(set), risk_.risk(part), chance(set, part));
  };
  for (bool found = true; found && !time_is_up();) {
    found = false;
    for (std::size_t feature : least_missed(risk_, aim, needed, constraints)) {
      const auto part = constraints.remove(needed, feature);
      if (!part || part->empty() || !constraints.allows(*part)) continue;
      if (!serves_like(needed, *part) || !serves_like(whole, *part)) continue;
      needed = *part;
      found = true;
      break;
    }
  }
  return needed;
}

FeatureSet Search::best_of(const std::vector<FeatureSet>& sets, const Aim& aim) {
  std::vector<double> scores(sets.size());
  parallel_for(sets.size(), context_,
               [&](std::size_t i, std::size_t) { scores[i] = aim.score(smooth_.risk(sets[i])); });
  std::vector<FeatureSet> few;
  for (std::size_t i : least_first(scores))
    if (few.size() < promising_tried(comparable(data_, options_))) few.push_back(sets[i]);
  return risk_.best_of(few, aim);
}

std::vector<Worth> Search::worth_of(const FeatureSet& set, const Constraints& constraints) {
  const Aim aim = this->aim();
  const auto missed = least_missed(risk_, aim, set, constraints);
  const CvRisk whole = risk_.risk(set);
  std::vector<Worth> out;
  for (std::size_t feature : set) {
    const Missed lost = loss_without(set, constraints.left_without(set, feature));
    Worth worth{feature, lost.loss, lost.standard_error, {}, 0, 0};
    const auto others = swaps(set, feature, missed, candidates_, constraints);
    if (!others.empty()) {
      worth.instead = best_of(others, aim);
      const CvRisk instead = risk_.risk(worth.instead);
      worth.loss_instead = aim.of(instead) - aim.of(whole);
      worth.loss_instead_se = aim.standard_error_of_difference(instead, whole);
    }
    out.push_back(std::move(worth));
  }
  std::ranges::stable_sort(out, std::greater{}, &Worth::loss);
  return out;
}

}  // namespace drfs
