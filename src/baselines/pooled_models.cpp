// Features by their importance in one model of the pooled rows, with or without weights that favour
// the populations it serves worst. As in the paper, the pool is standardised as one for the plain
// models, and each population by itself for the robust ones.
#include <algorithm>

#include "baselines/baselines.hpp"
#include "baselines/lasso.hpp"
#include "baselines/pooled.hpp"
#include "baselines/reweighting.hpp"
#include "models/xgboost_model.hpp"
#include "select/ranking.hpp"

namespace drfs {
namespace {

/// The paper's penalty of the lasso.
constexpr double kLambda = 0.01;
/// Where too few features have a coefficient, the penalty is halved, at most so often.
constexpr int kMostHalvings = 20;
/// Rounds of reweighting in the published scripts.
constexpr int kLassoRounds = 100;
constexpr int kTreesRounds = 20;

/// The defaults of the XGBoost library, its measure of importance among them, as in the paper.
std::unique_ptr<Model> make_trees(Task task) {
  return make_xgboost({.model = "xgb", .trees = 100, .depth = 6, .tree_rate = 0.3}, task,
                      TreeImportance::average_gain);
}

/// Average gain of a split; a category's is the sum over its columns.
Selection most_gain(const Dataset& data, const TrainingData& rows, const Constraints& constraints) {
  const auto model = make_trees(data.task);
  model->fit(rows);
  return most_important(feature_importance(data, model->importance()), constraints);
}

/// Absolute coefficient; a category's is the sum over its columns. Those that have none come after
/// those that have, by their coefficients under half the penalty, and so on: a smaller budget takes
/// the first of what a larger one takes.
Selection largest_coefficients(const Dataset& data, const TrainingData& rows,
                               const Constraints& constraints) {
  const std::vector<double> none(data.features.size());
  const FeatureSet all = largest_first(none);
  Ranking ranking;
  const auto append = [&](const std::vector<double>& importance, double above) {
    for (std::size_t feature : largest_first(importance))
      if (importance[feature] > above && std::ranges::find(ranking, feature) == ranking.end())
        ranking.push_back(feature);
  };
  const auto enough = [&] { return constraints.is_full(*constraints.fill({}, ranking), all); };
  double lambda = kLambda;
  for (int halvings = 0; halvings <= kMostHalvings && !enough(); ++halvings) {
    const auto model = make_lasso(lambda, data.task);
    model->fit(rows);
    append(feature_importance(data, model->importance()), 0);
    lambda /= 2;
  }
  append(none, -1);
  Selection selection;
  selection.selected = first_allowed(ranking, constraints);
  return selection;
}

}  // namespace

Selection most_important(const std::vector<double>& importance, const Constraints& constraints) {
  Selection selection;
  selection.selected = first_allowed(largest_first(importance), constraints);
  return selection;
}

Selection choose_by_lasso(const Dataset& data, const Problem& problem, const Recipe&,
                          const Context&) {
  const auto rows = PooledRows::standardised_together(data);
  return largest_coefficients(data, rows.as_they_are(), problem.constraints);
}

Selection choose_by_trees(const Dataset& data, const Problem& problem, const Recipe&,
                          const Context&) {
  auto rows = PooledRows::standardised_together(data);
  rows.show_missing_to(*make_trees(data.task), data);
  return most_gain(data, rows.as_they_are(), problem.constraints);
}

Selection choose_by_robust_lasso(const Dataset& data, const Problem& problem, const Recipe&,
                                 const Context& context) {
  PooledRows rows(data);
  const auto shares = robust_shares(
      rows, data.task, kLassoRounds, [&] { return make_lasso(kLambda, data.task); }, context);
  return largest_coefficients(data, rows.weighted(shares), problem.constraints);
}

Selection choose_by_robust_trees(const Dataset& data, const Problem& problem, const Recipe&,
                                 const Context& context) {
  PooledRows rows(data);
  rows.show_missing_to(*make_trees(data.task), data);
  const auto shares = robust_shares(
      rows, data.task, kTreesRounds, [&] { return make_trees(data.task); }, context);
  return most_gain(data, rows.weighted(shares), problem.constraints);
}

}  // namespace drfs
