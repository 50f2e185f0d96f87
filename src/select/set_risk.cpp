#include "select/set_risk.hpp"

#include <algorithm>

#include "models/training_data.hpp"
#include "select/ruler.hpp"
#include "select/swap_search.hpp"

namespace drfs {
namespace {

/// The set that is best by this reference.
FeatureSet choice_by(const Reference& reference, const Aim& aim, const Candidates& candidates,
                     const Constraints& constraints, const Context& context) {
  SwapSearch search([&](const FeatureSet& set) { return aim.score(reference.risk(set)); },
                    candidates, constraints, reference.products(), [] { return false; }, context);
  return search.descend(search.grow(*constraints.fill({}, {})));
}

/// Whether the trees of the means, which know all features, surely predict a population better than
/// the regressions on all candidates do.
bool trees_are_better(const Dataset& data, std::size_t p, const std::vector<float>& mu,
                      const BlockLosses& regression, std::uint64_t seed) {
  const Population& population = data.populations[p];
  const auto rows = from_to(0, population.selection_rows);
  const auto trees = block_losses(
      data, population, rows, mu,
      base_prediction(first_rows(data, population, rows.size()), rows.size()), kReferenceFolds);
  return Comparison(risk_draws(regression, seed, p) - risk_draws(trees, seed, p), trees.risk(), 1)
      .surely_more();
}

/// The populations that trees predict surely better than either kind of regression.
std::vector<std::size_t> better_by_trees(const Dataset& data, const Means& means,
                                         const std::vector<Regressions>& regressions,
                                         std::uint64_t seed) {
  std::vector<std::size_t> out;
  for (std::size_t p = 0; p < data.populations.size(); ++p)
    if (std::ranges::all_of(regressions, [&](const Regressions& kind) {
          return trees_are_better(data, p, means.mu[p], kind.losses[p], seed);
        }))
      out.push_back(p);
  return out;
}

bool surely_tells(const Eigen::ArrayXd& risk, std::size_t comparisons) {
  return Comparison(1 - risk, 1, comparisons).surely_more();
}

/// Of straight lines alone, and of all of the basis where that is more.
std::vector<Regressions> both_kinds(const ReferenceRows& rows, const BasisPlan& plan,
                                    const std::vector<std::size_t>& columns,
                                    const SelectOptions& options, const Context& context) {
  const auto populations =
      uses(options, Stage::borrowing) ? Populations::together : Populations::alone;
  std::vector<Regressions> out;
  const auto plain = straight(plan, columns);
  out.emplace_back(rows, plan, plain, context, populations);
  if (plain.size() < columns.size() && uses(options, Stage::bends))
    out.emplace_back(rows, plan, columns, context, populations);
  return out;
}

/// Cross-validated, by whichever kind does better.
RiskDraws better_risk(const std::vector<Regressions>& kinds, std::uint64_t seed) {
  RiskDraws best = kinds.front().risk(seed);
  for (const auto& kind : kinds)
    if (RiskDraws risk = kind.risk(seed); risk.risk.mean() < best.risk.mean()) best = risk;
  return best;
}

/// In the mean over populations.
bool surely_better(const Regressions& one, const Regressions& other, std::uint64_t seed) {
  const Eigen::ArrayXd left = one.risk(seed).risk.colwise().mean().transpose();
  const Eigen::ArrayXd more = other.risk(seed).risk.colwise().mean().transpose() - left;
  return Comparison(more, left.mean(), 1).surely_more();
}

}  // namespace

SetRisk::SetRisk(const Dataset& data, const Candidates& candidates, const Constraints& constraints,
                 const Means& means, const SelectOptions& options, const Context& context)
    : plan_(basis_plan(data, candidates.ranked, constraints.most_features(), context)) {
  const ReferenceRows rows(data, plan_, kReferenceFolds, context);
  const auto kinds = both_kinds(rows, plan_, from_to(1, plan_.columns().size()), options, context);
  reference_.emplace(rows, plan_, kinds.front(), options.seed, context);
  if (kinds.size() > 1 && surely_better(kinds.back(), kinds.front(), options.seed)) {
    // Bends and products bring in chance, too: they choose only where their choice does better.
    const Aim aim = Aim::from(data, options);
    Reference bent(rows, plan_, kinds.back(), options.seed, context);
    const auto score_of_choice = [&](const Reference& by) {
      const auto set = choice_by(by, aim, candidates, constraints, context);
      return aim.score(better_risk(both_kinds(rows, plan_, plan_.columns_of(set), options, context),
                                   options.seed));
    };
    if (score_of_choice(bent) < score_of_choice(*reference_)) reference_.emplace(std::move(bent));
  }
  const auto by_trees = uses(options, Stage::trees)
                            ? better_by_trees(data, means, kinds, options.seed)
                            : std::vector<std::size_t>{};
  find_helped(better_risk(kinds, options.seed), by_trees);
  by_model_.emplace(data,
                    options.model.model == "auto" ? by_trees : from_to(0, data.populations.size()),
                    options, context);
}

void SetRisk::find_helped(const RiskDraws& by_all, const std::vector<std::size_t>& by_trees) {
  const auto populations = static_cast<std::size_t>(by_all.risk.rows());
  for (std::size_t p = 0; p < populations; ++p)
    if (!surely_tells(by_all.risk.row(static_cast<Eigen::Index>(p)).transpose(), populations + 1) &&
        std::ranges::find(by_trees, p) == by_trees.end())
      not_helped_.push_back(p);
  nothing_helps_ = not_helped_.size() == populations &&
                   !surely_tells(by_all.risk.colwise().mean().transpose(), populations + 1);
}

RiskDraws SetRisk::risk(const FeatureSet& set) {
  RiskDraws out = quick(set);
  if (quick_is_all()) return out;
  const RiskDraws model = by_model_->risk(set);
  for (std::size_t i = 0; i < by_model_->populations().size(); ++i)
    out.risk.row(static_cast<Eigen::Index>(by_model_->populations()[i])) =
        model.risk.row(static_cast<Eigen::Index>(i));
  return out;
}

void SetRisk::learn(const std::vector<FeatureSet>& sets) {
  if (!quick_is_all()) by_model_->learn(sets);
}

}  // namespace drfs
