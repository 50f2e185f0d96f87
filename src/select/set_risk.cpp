#include "select/set_risk.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

/// So many sets, or a third of them if that is more, are followed into the next fold.
constexpr std::size_t kFollowed = 8;
/// Where a learner's risk on the first fold is so many times that of another one, and the fold has
/// so many rows, it is not fitted on the others: it would not come to be the better one.
constexpr double kHopeless = 2;
constexpr std::size_t kRowsToTell = 200;

/// Rows stand in random order since the split: row i is of fold i mod folds and of block i mod
/// blocks.
BlockLosses fold_losses(const Dataset& data, const Population& population,
                        const std::vector<std::size_t>& columns, const ModelOptions& options,
                        const RefineOptions& refine, std::size_t fold) {
  const auto folds = static_cast<std::size_t>(refine.refine_folds);
  const std::size_t rows =
      std::min(population.selection_rows, static_cast<std::size_t>(refine.refine_rows));
  std::vector<std::size_t> inside, outside;
  for (std::size_t i = 0; i < rows; ++i) (i % folds == fold ? inside : outside).push_back(i);
  const auto model = make_model(options, data.task);
  const TrainingRows train = rows_for(*model, data, population, columns, outside);
  const TrainingRows test = rows_for(*model, data, population, columns, inside);
  model->fit(train.data());
  const auto predicted = model->predict(test.x.view());
  const auto base = base_prediction(train.data(), inside.size());

  BlockLosses sum{std::vector<double>(kRiskBlocks), std::vector<double>(kRiskBlocks)};
  for (std::size_t k = 0; k < inside.size(); ++k) {
    const std::size_t block = inside[k] % kRiskBlocks;
    const double w = test.weight[k];
    sum.loss[block] += w * loss_of_row(data.task, test.y, predicted, k);
    sum.base[block] += w * loss_of_row(data.task, test.y, base, k);
  }
  return sum;
}

/// The trees of `auto`, or the model itself; where `auto` has no smooth learner, a linear model
/// beside the trees, which need many rows to learn a sum.
std::vector<ModelOptions> learners(const ModelOptions& stated, bool with_smooth) {
  std::vector<ModelOptions> out = {without_choice(stated)};
  if (stated.model == "auto" && !with_smooth) {
    out.push_back(stated);
    out.back().model = "linear";
  }
  return out;
}

void add(BlockLosses& sum, const BlockLosses& more) {
  sum.loss.resize(kRiskBlocks);
  sum.base.resize(kRiskBlocks);
  for (std::size_t b = 0; b < kRiskBlocks; ++b) {
    sum.loss[b] += more.loss[b];
    sum.base[b] += more.base[b];
  }
}

void keep_each_once(std::vector<FeatureSet>& sets) {
  std::ranges::sort(sets);
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
}

}  // namespace

SetRisk::SetRisk(const Dataset& data, const SelectOptions& options, const SmoothRisk* smooth,
                 const Context& context)
    : data_(data),
      options_(options),
      smooth_(smooth),
      learners_(learners(options.model, smooth != nullptr)),
      context_(context) {}

void SetRisk::fit_fold(const std::vector<FeatureSet>& sets, std::size_t fold) {
  const std::size_t populations = data_.populations.size();
  std::vector<Fit> fits;
  std::vector<FeatureSet> missing;
  for (const auto& set : sets) {
    Entry& entry = entries_[set];
    if (entry.folds != fold) continue;
    missing.push_back(set);
    entry.by_learner.resize(learners_.size(), {std::vector<BlockLosses>(populations)});
    for (std::size_t l = 0; l < learners_.size(); ++l)
      for (std::size_t p = 0; p < populations; ++p)
        if (!entry.given_up.contains({l, p})) fits.push_back({set, l, p});
  }

  std::vector<BlockLosses> losses(fits.size());
  parallel_for(fits.size(), context_, [&](std::size_t i, std::size_t) {
    losses[i] =
        fold_losses(data_, data_.populations[fits[i].population], columns_of(data_, fits[i].set),
                    learners_[fits[i].learner], options_.refine, fold);
  });
  for (std::size_t i = 0; i < fits.size(); ++i)
    add(entries_.at(fits[i].set).by_learner[fits[i].learner].populations[fits[i].population],
        losses[i]);
  for (const auto& set : missing) {
    Entry& entry = entries_.at(set);
    if (smooth_ != nullptr && fold == 0) {
      entry.smooth = smooth_->risk(set);
      entry.smooth_version = smooth_->version();
    }
    entry.better = better_of(entry);
    entry.folds = fold + 1;
    if (fold == 0) give_up_hopeless(entry);
  }
}

void SetRisk::smooth_anew(const std::vector<FeatureSet>& sets) {
  if (smooth_ == nullptr) return;
  std::vector<FeatureSet> stale;
  for (const auto& set : sets)
    if (const auto found = entries_.find(set); found != entries_.end() && found->second.folds > 0 &&
                                               found->second.smooth_version != smooth_->version())
      stale.push_back(set);
  std::vector<CvRisk> risks(stale.size());
  parallel_for(stale.size(), context_,
               [&](std::size_t i, std::size_t) { risks[i] = smooth_->risk(stale[i]); });
  for (std::size_t i = 0; i < stale.size(); ++i) {
    Entry& entry = entries_.at(stale[i]);
    entry.smooth = std::move(risks[i]);
    entry.smooth_version = smooth_->version();
    entry.better = better_of(entry);
    if (gave_up_too_soon(entry)) entry = {};  // to be learned anew
  }
}

bool SetRisk::gave_up_too_soon(const Entry& entry) const {
  return std::ranges::any_of(entry.given_up, [&](const auto& fit) {
    const auto [learner, p] = fit;
    return entry.by_learner[learner].populations[p].risk() <=
           kHopeless * entry.better.populations[p].risk();
  });
}

/// Population by population, of the learners that were not given up.
CvRisk SetRisk::better_of(const Entry& entry) const {
  CvRisk best;
  for (std::size_t p = 0; p < data_.populations.size(); ++p) {
    std::vector<const BlockLosses*> losses;
    if (!entry.smooth.populations.empty()) losses.push_back(&entry.smooth.populations[p]);
    for (std::size_t l = 0; l < learners_.size(); ++l)
      if (!entry.given_up.contains({l, p})) losses.push_back(&entry.by_learner[l].populations[p]);
    best.populations.push_back(
        **std::ranges::min_element(losses, {}, [](const auto* of) { return of->risk(); }));
  }
  return best;
}

void SetRisk::give_up_hopeless(Entry& entry) const {
  for (std::size_t p = 0; p < data_.populations.size(); ++p) {
    const std::size_t rows = std::min(data_.populations[p].selection_rows,
                                      static_cast<std::size_t>(options_.refine.refine_rows));
    if (rows / static_cast<std::size_t>(options_.refine.refine_folds) < kRowsToTell) continue;
    for (std::size_t l = 0; l < learners_.size(); ++l)
      if (entry.by_learner[l].populations[p].risk() >
          kHopeless * entry.better.populations[p].risk())
        entry.given_up.emplace(l, p);
  }
}

bool SetRisk::complete(const Entry& entry) const {
  return entry.folds == static_cast<std::size_t>(options_.refine.refine_folds);
}

const CvRisk& SetRisk::risk(const FeatureSet& set) {
  learn({set});
  return entries_.at(set).better;
}

void SetRisk::learn(std::vector<FeatureSet> sets) {
  keep_each_once(sets);
  smooth_anew(sets);
  for (std::size_t fold = 0; fold < static_cast<std::size_t>(options_.refine.refine_folds); ++fold)
    fit_fold(sets, fold);
}

FeatureSet SetRisk::best_of(std::vector<FeatureSet> sets, const Aim& aim) {
  keep_each_once(sets);
  smooth_anew(sets);
  for (std::size_t fold = 0; fold < static_cast<std::size_t>(options_.refine.refine_folds);
       ++fold) {
    fit_fold(sets, fold);
    std::ranges::sort(sets, {}, [&](const FeatureSet& set) {
      return std::pair(aim.score(entries_.at(set).better), set);
    });
    sets.resize(std::min(sets.size(), std::max(kFollowed, sets.size() / 3)));
  }
  return sets.front();
}

std::vector<FeatureSet> SetRisk::answers(const IsAnswer& is_answer) {
  std::vector<FeatureSet> out;
  for (const auto& [set, entry] : entries_)
    if (complete(entry) && is_answer(set)) out.push_back(set);
  smooth_anew(out);
  return out;
}

FeatureSet SetRisk::settle_ties(const FeatureSet& set, const Aim& aim, const IsAnswer& is_answer) {
  const auto others = answers(is_answer);
  double least = aim.of(risk(set));
  for (const auto& other : others) least = std::min(least, aim.of(risk(other)));
  FeatureSet best = set;
  const auto better = [&](const CvRisk& other, const CvRisk& mine) {
    const double limit = aim.tie_limit(least);
    return aim.of(other) <= limit && (aim.of(mine) > limit || aim.mean(other) < aim.mean(mine));
  };
  for (const auto& other : others)
    if (better(risk(other), risk(best))) best = other;
  return best;
}

std::vector<NearlyAsGood> SetRisk::nearly_as_good(const FeatureSet& best, const Aim& aim,
                                                  const IsAnswer& is_answer, std::size_t most) {
  std::vector<NearlyAsGood> out;
  for (const auto& set : answers(is_answer)) {
    if (set == best) continue;
    const CvRisk &mine = risk(best), &other = risk(set);
    const double value = aim.of(other);
    if (value - aim.of(mine) <= aim.standard_error_of_difference(other, mine))
      out.push_back({set, other.worst(), value});
  }
  std::ranges::stable_sort(out, {}, &NearlyAsGood::aim);
  out.resize(std::min(out.size(), most));
  return out;
}

}  // namespace drfs
