#include "select/measure/model_risk.hpp"

#include <algorithm>

#include "core/parallel.hpp"
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
  return block_losses(data, population, inside, model->predict(test.x.view()),
                      base_prediction(train.data(), inside.size()), kBlocks);
}

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
                     const SelectOptions& options, const Context& context)
    : data_(data), populations_(std::move(populations)), options_(options), context_(context) {}

RiskDraws ModelRisk::risk(const FeatureSet& set) {
  learn({set});
  return known_.at(set);
}

void ModelRisk::learn(const std::vector<FeatureSet>& sets) {
  std::vector<FeatureSet> missing;
  for (const auto& set : sets)
    if (!known_.contains(set) && std::ranges::find(missing, set) == missing.end())
      missing.push_back(set);
  const auto folds = static_cast<std::size_t>(options_.refine.refine_folds);
  const std::size_t count = populations_.size();
  std::vector<BlockLosses> losses(missing.size() * count * folds);
  parallel_for(losses.size(), context_, [&](std::size_t i, std::size_t) {
    const auto& population = data_.populations[populations_[i / folds % count]];
    losses[i] = fold_losses(data_, population, columns_of(data_, missing[i / folds / count]),
                            without_choice(options_.model), options_.refine, i % folds);
  });
  for (std::size_t s = 0; s < missing.size(); ++s) {
    RiskDraws& known = known_[missing[s]];
    known.risk.resize(static_cast<Eigen::Index>(count), kDraws);
    for (std::size_t p = 0; p < count; ++p) {
      BlockLosses sum;
      for (std::size_t fold = 0; fold < folds; ++fold)
        add(sum, losses[(s * count + p) * folds + fold]);
      known.risk.row(static_cast<Eigen::Index>(p)) =
          risk_draws(sum, options_.seed, populations_[p]).transpose();
    }
  }
}

FeatureSet ModelRisk::best_of(const std::vector<FeatureSet>& sets, const Aim& aim) {
  learn(sets);
  return std::ranges::min(
      sets, {}, [&](const FeatureSet& set) { return std::pair(aim.score(known_.at(set)), set); });
}

}  // namespace drfs
