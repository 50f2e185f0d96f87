#include "select/measure/model_risk.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "models/borrowing.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

/// Blocks of rows that the standard error of a difference comes from.
constexpr std::size_t kBlocks = 24;

double squared_error(const Dataset& data, float y, std::span<const float> predicted,
                     std::size_t row, std::size_t rows) {
  if (data.classes() == 0) return std::pow(double{y} - predicted[row], 2);
  double sum = 0;
  for (std::size_t k = 0; k < data.classes(); ++k)
    sum += std::pow((y == static_cast<float>(k) ? 1.0 : 0.0) - predicted[k * rows + row], 2);
  return sum;
}

/// Rows stand in random order since the split: row i is of fold i mod folds.
struct FoldRows {
  std::vector<std::size_t> inside, outside;

  FoldRows(std::size_t rows, std::size_t fold, std::size_t folds) {
    for (std::size_t i = 0; i < rows; ++i) (i % folds == fold ? inside : outside).push_back(i);
  }
};

void add(BlockLosses& sum, const BlockLosses& more) {
  sum.loss.resize(more.loss.size());
  sum.base.resize(more.base.size());
  for (std::size_t b = 0; b < more.loss.size(); ++b) {
    sum.loss[b] += more.loss[b];
    sum.base[b] += more.base[b];
  }
}

}  // namespace

BlockLosses block_losses(const Dataset& data, const Population& population,
                         const std::vector<std::size_t>& rows, std::span<const float> predicted,
                         std::span<const float> known_nothing, std::size_t blocks) {
  BlockLosses sum{std::vector<double>(blocks), std::vector<double>(blocks)};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double weight = population.weight[rows[k]];
    const float y = population.y[rows[k]];
    sum.loss[rows[k] % blocks] += weight * squared_error(data, y, predicted, k, rows.size());
    sum.base[rows[k] % blocks] += weight * squared_error(data, y, known_nothing, k, rows.size());
  }
  return sum;
}

ModelRisk::ModelRisk(const Dataset& data, std::vector<std::size_t> populations,
                     const Recipe& recipe, const Context& context, std::vector<double> borrowed)
    : data_(data),
      populations_(std::move(populations)),
      borrowed_(std::move(borrowed)),
      recipe_(recipe),
      context_(context),
      model_(without_choice(recipe.model)),
      folds_(static_cast<std::size_t>(recipe.refine.refine_folds)),
      most_rows_(static_cast<std::size_t>(recipe.refine.refine_rows)) {
  borrowed_.resize(populations_.size(), 0.0);
}

RiskDraws ModelRisk::risk(const FeatureSet& set) {
  learn({set});
  return known_.at(set);
}

std::vector<std::vector<float>> ModelRisk::predict_together(const std::vector<std::size_t>& columns,
                                                            std::size_t fold) const {
  const auto model = make_model(model_, data_.task);
  const std::size_t most = std::max(most_rows_ / data_.populations.size(), folds_);
  std::vector<RowsOfPopulation> from;
  for (std::size_t p = 0; p < data_.populations.size(); ++p)
    from.push_back(
        {p, FoldRows(std::min(data_.populations[p].selection_rows, most), fold, folds_).outside});
  const BaseRates base = fit_together(*model, data_, columns, from);
  std::vector<std::vector<float>> out;
  for (std::size_t p : populations_) {
    const auto inside = FoldRows(rows_of(p), fold, folds_).inside;
    const TrainingRows rows = rows_for(*model, data_, data_.populations[p], columns, inside);
    out.push_back(move_base(model->predict(rows.x.view()), base.together, base.own[p], data_.task));
  }
  return out;
}

BlockLosses ModelRisk::fold_losses(const std::vector<std::size_t>& columns, std::size_t fold,
                                   std::size_t place,
                                   const std::vector<std::vector<float>>& together) const {
  const Population& population = data_.populations[populations_[place]];
  const FoldRows rows(rows_of(populations_[place]), fold, folds_);
  const auto model = make_model(model_, data_.task);
  const TrainingRows train = rows_for(*model, data_, population, columns, rows.outside);
  const TrainingRows test = rows_for(*model, data_, population, columns, rows.inside);
  model->fit(train.data());
  auto predicted = model->predict(test.x.view());
  if (borrowed_[place] > 0) predicted = mixed(predicted, together[place], borrowed_[place]);
  return block_losses(data_, population, rows.inside, predicted,
                      base_prediction(train.data(), rows.inside.size()), kBlocks);
}

void ModelRisk::learn(const std::vector<FeatureSet>& sets) {
  std::vector<FeatureSet> missing;
  for (const auto& set : sets)
    if (!known_.contains(set) && std::ranges::find(missing, set) == missing.end())
      missing.push_back(set);
  const std::size_t count = populations_.size();
  std::vector<std::vector<std::vector<float>>> together(missing.size() * folds_);
  if (std::ranges::any_of(borrowed_, [](double share) { return share > 0; }))
    parallel_for(together.size(), context_, [&](std::size_t i, std::size_t) {
      together[i] = predict_together(columns_of(data_, missing[i / folds_]), i % folds_);
    });
  std::vector<BlockLosses> losses(together.size() * count);
  parallel_for(losses.size(), context_, [&](std::size_t i, std::size_t) {
    const std::size_t set = i / count / folds_, fold = i / count % folds_;
    losses[i] = fold_losses(columns_of(data_, missing[set]), fold, i % count, together[i / count]);
  });
  for (std::size_t s = 0; s < missing.size(); ++s) {
    RiskDraws& known = known_[missing[s]];
    known.risk.resize(static_cast<Eigen::Index>(count), kDraws);
    for (std::size_t p = 0; p < count; ++p) {
      BlockLosses sum;
      for (std::size_t fold = 0; fold < folds_; ++fold)
        add(sum, losses[(s * folds_ + fold) * count + p]);
      known.risk.row(static_cast<Eigen::Index>(p)) =
          risk_draws(sum, recipe_.seed, populations_[p]).transpose();
    }
  }
}

FeatureSet ModelRisk::best_of(const std::vector<FeatureSet>& sets, const Aim& aim) {
  learn(sets);
  return std::ranges::min(
      sets, {}, [&](const FeatureSet& set) { return std::pair(aim.score(known_.at(set)), set); });
}

}  // namespace drfs
