#include "select/measure/set_risk.hpp"

#include <algorithm>

#include "models/training_data.hpp"
#include "select/evidence.hpp"
#include "select/measure/ruler.hpp"

namespace drfs {
namespace {

/// Bends and products bring in chance, too, and a model of few rows cannot follow them: they choose
/// where they leave surely less than this share of what straight lines leave.
constexpr double kMuchLess = 0.85;

/// How the trees of the means, which know all features, predict a population.
BlockLosses losses_of_trees(const Dataset& data, std::size_t p, const std::vector<float>& mu) {
  const Population& population = data.populations[p];
  const auto rows = from_to(0, population.selection_rows);
  return block_losses(data, population, rows, mu,
                      base_prediction(first_rows(data, population, rows.size()), rows.size()),
                      kReferenceFolds);
}

bool surely_tells(const Eigen::ArrayXd& risk, std::size_t comparisons) {
  return Difference(1 - risk, 1, comparisons).surely_more();
}

/// Than this share of what another regression leaves, in the mean over populations.
bool leaves_surely_less(const Regressions& one, double share, const Regressions& other,
                        std::uint64_t seed) {
  const Eigen::ArrayXd left = one.risk(seed).risk.colwise().mean().transpose();
  const Eigen::ArrayXd before = other.risk(seed).risk.colwise().mean().transpose();
  return Difference(share * before - left, left.mean(), 1).surely_more();
}

}  // namespace

SetRisk::SetRisk(const Dataset& data, const Ranking& candidates, const Constraints& constraints,
                 const Means& means, const Recipe& recipe, const Context& context)
    : plan_(basis_plan(data, reference_rows(data), candidates, constraints.most_features(),
                       context)) {
  const BasisRows rows(reference_rows(data), plan_, kReferenceFolds, context);
  const auto populations =
      recipe.uses(Stage::borrowing) ? Populations::together : Populations::alone;
  const auto all = from_to(1, plan_.columns().size()), values = straight(plan_, all);
  const auto regressions = [&](const std::vector<std::size_t>& columns, Tails tails) {
    return Regressions(rows, plan_, columns, context, populations, tails);
  };
  Regressions plain = regressions(values, Tails::normal);
  Tails tails = Tails::normal;
  if (recipe.uses(Stage::tails)) {
    Regressions sparse = regressions(values, Tails::heavy);
    if (leaves_surely_less(sparse, 1, plain, recipe.seed)) {
      plain = std::move(sparse);
      tails = Tails::heavy;
    }
  }
  std::optional<Regressions> bent;
  if (values.size() < all.size() && recipe.uses(Stage::bends)) bent = regressions(all, tails);
  const bool bends = bent && leaves_surely_less(*bent, kMuchLess, plain, recipe.seed);
  const Regressions& used = bends ? *bent : plain;
  reference_.emplace(rows, plan_, used, recipe.seed, context);
  RiskDraws by_all = used.risk(recipe.seed);
  std::vector<std::size_t> by_trees;  // or by the model that the user has named
  const std::size_t count = data.populations.size();
  for (std::size_t p = 0; p < count && recipe.uses(Stage::trees); ++p) {
    const BlockLosses trees = losses_of_trees(data, p, means.mu[p]);
    const Eigen::ArrayXd risk = risk_draws(trees, recipe.seed, p);
    const Eigen::ArrayXd more = risk_draws(plain.losses[p], recipe.seed, p) - risk;
    if (!Difference(more, trees.risk(), count).surely_more()) continue;
    if (trees.risk() > used.losses[p].risk()) continue;
    by_trees.push_back(p);
    by_all.risk.row(static_cast<Eigen::Index>(p)) = risk.transpose();
  }
  find_helped(by_all);
  if (recipe.model.model != "auto") by_trees = from_to(0, count);
  std::vector<double> borrowed;
  for (std::size_t p : by_trees) borrowed.push_back(means.borrowed[p]);
  by_model_.emplace(data, by_trees, recipe, context, borrowed);
}

void SetRisk::find_helped(const RiskDraws& by_all) {
  const auto populations = static_cast<std::size_t>(by_all.risk.rows());
  for (std::size_t p = 0; p < populations; ++p)
    if (!surely_tells(by_all.risk.row(static_cast<Eigen::Index>(p)).transpose(), populations + 1))
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
