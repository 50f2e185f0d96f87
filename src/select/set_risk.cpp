#include "select/set_risk.hpp"

#include <algorithm>
#include <numeric>

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

/// Cross-validated, by straight lines or by bends and products: whichever does better.
RiskDraws risk_of_choice(const FeatureSet& set, const ReferenceRows& rows, const BasisPlan& plan,
                         std::uint64_t seed, const Context& context) {
  const auto columns = plan.columns_of(set);
  const auto smooth = Regressions(rows, plan, columns, context).risk(seed),
             plain = Regressions(rows, plan, straight(plan, columns), context).risk(seed);
  return smooth.risk.mean() < plain.risk.mean() ? smooth : plain;
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

}  // namespace

SetRisk::SetRisk(const Dataset& data, const Candidates& candidates, const Constraints& constraints,
                 const Means& means, const SelectOptions& options, const Context& context)
    : plan_(basis_plan(data, candidates.ranked, constraints.most_features(), context)) {
  const ReferenceRows rows(data, plan_, kReferenceFolds, context);
  const auto all = from_to(1, plan_.columns().size());
  const Regressions plain(rows, plan_, straight(plan_, all), context);
  const Regressions smooth(rows, plan_, all, context);
  reference_.emplace(rows, plan_, plain, options.seed, context);

  // Bends and products bring in chance, too: they choose only where their choice is surely better.
  const Aim aim = Aim::from(data, options);
  Reference bent(rows, plan_, smooth, options.seed, context);
  const auto by_plain = choice_by(*reference_, aim, candidates, constraints, context),
             by_smooth = choice_by(bent, aim, candidates, constraints, context);
  if (by_plain != by_smooth &&
      compare(aim, risk_of_choice(by_plain, rows, plan_, options.seed, context),
              risk_of_choice(by_smooth, rows, plan_, options.seed, context))
          .surely_more())
    reference_.emplace(std::move(bent));

  std::vector<std::size_t> judged(data.populations.size());
  std::iota(judged.begin(), judged.end(), std::size_t{0});
  if (options.model.model == "auto")
    std::erase_if(judged, [&](std::size_t p) {
      return !trees_are_better(data, p, means.mu[p], smooth.losses[p], options.seed) ||
             !trees_are_better(data, p, means.mu[p], plain.losses[p], options.seed);
    });
  by_model_.emplace(data, std::move(judged), options, context);
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
