#include "select/set_risk.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/parallel.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

/// So many sets, or a third of them if that is more, are followed into the next fold.
constexpr std::size_t kFollowed = 8;

/// What one fold adds for one set and population. Squares are of the loss less the base loss.
struct FoldLoss {
  double loss = 0, base = 0, squares = 0;
};

/// Rows stand in random order since the split: row i is of fold i mod folds.
FoldLoss fold_loss(const Population& population, Task task, const std::vector<std::size_t>& columns,
                   const SelectOptions& options, std::size_t fold) {
  const auto folds = static_cast<std::size_t>(options.refine.refine_folds);
  const std::size_t rows =
      std::min(population.selection_rows, static_cast<std::size_t>(options.refine.refine_rows));
  const std::size_t inside = (rows + folds - 1 - fold) / folds;
  Matrix train(rows - inside, columns.size()), test(inside, columns.size());
  std::vector<float> y, weight;
  for (std::size_t i = 0; i < rows; ++i) {
    const bool in_fold = i % folds == fold;
    const std::size_t to = in_fold ? i / folds : y.size();
    for (std::size_t d = 0; d < columns.size(); ++d)
      (in_fold ? test : train)(to, d) = population.x(i, columns[d]);
    if (in_fold) continue;
    y.push_back(population.y[i]);
    weight.push_back(population.weight[i]);
  }
  const TrainingData training{train.view(), y, weight};
  const auto model = make_model(options.model, task);
  model->fit(training);
  const auto predicted = model->predict(test.view());
  const double base = mean_outcome(training);

  FoldLoss sum;
  for (std::size_t i = fold, k = 0; i < rows; i += folds, ++k) {
    const double w = population.weight[i];
    const double mine = w * loss(task, population.y[i], predicted[k]);
    sum.loss += mine;
    sum.base += w * loss(task, population.y[i], base);
    sum.squares += mine * mine;
  }
  return sum;
}

}  // namespace

SetRisk::SetRisk(const Dataset& data, const SelectOptions& options, const Context& context)
    : data_(data), options_(options), context_(context) {}

void SetRisk::fit_fold(const std::vector<FeatureSet>& sets, std::size_t fold) {
  const std::size_t populations = data_.populations.size();
  std::vector<FeatureSet> missing;
  for (const auto& set : sets)
    if (sums_[set].folds == fold) missing.push_back(set);

  std::vector<FoldLoss> losses(missing.size() * populations);
  parallel_for(losses.size(), context_, [&](std::size_t item, std::size_t) {
    losses[item] = fold_loss(data_.populations[item % populations], data_.task,
                             columns_of(data_, missing[item / populations]), options_, fold);
  });
  for (std::size_t i = 0; i < missing.size(); ++i) {
    Sums& sums = sums_[missing[i]];
    sums.loss.resize(populations);
    sums.base.resize(populations);
    sums.squares.resize(populations);
    for (std::size_t p = 0; p < populations; ++p) {
      const FoldLoss& here = losses[i * populations + p];
      sums.loss[p] += here.loss;
      sums.base[p] += here.base;
      sums.squares[p] += here.squares;
    }
    sums.folds = fold + 1;
  }
}

SetScore SetRisk::partial_score(const FeatureSet& set) const {
  const Sums& sums = sums_.at(set);
  double worst = 0, mean = 0;
  for (std::size_t p = 0; p < sums.loss.size(); ++p) {
    const double risk = sums.loss[p] / sums.base[p];
    worst = std::max(worst, risk);
    mean += risk / static_cast<double>(sums.loss.size());
  }
  const auto level = [&](double risk) {
    return resolution_ > 0 ? std::floor(risk / resolution_) : risk;
  };
  return {level(worst), level(mean), set, worst};
}

double SetRisk::standard_error_of_worst(const FeatureSet& set) const {
  const Sums& sums = sums_.at(set);
  std::size_t worst = 0;
  for (std::size_t p = 0; p < sums.loss.size(); ++p)
    if (sums.loss[p] / sums.base[p] > sums.loss[worst] / sums.base[worst]) worst = p;
  return std::sqrt(sums.squares[worst]) / sums.base[worst];
}

void SetRisk::set_resolution(const FeatureSet& set) {
  resolution_ = 0.5 * standard_error_of_worst(set);
}

SetScore SetRisk::score(const FeatureSet& set) {
  return best_of({set});
}

SetScore SetRisk::best_of(std::vector<FeatureSet> sets) {
  std::ranges::sort(sets);
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  const auto by_score = [&](const FeatureSet& set) { return partial_score(set); };
  for (std::size_t fold = 0; fold < static_cast<std::size_t>(options_.refine.refine_folds);
       ++fold) {
    fit_fold(sets, fold);
    std::ranges::sort(sets, {}, by_score);
    const double limit = partial_score(sets[0]).worst + 2 * standard_error_of_worst(sets[0]);
    sets.resize(std::min(sets.size(), std::max(kFollowed, sets.size() / 3)));
    std::erase_if(sets, [&](const auto& set) { return partial_score(set).worst > limit; });
  }
  return partial_score(std::ranges::min(sets, {}, by_score));
}

}  // namespace drfs
