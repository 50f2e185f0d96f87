#include "select/smooth_risk.hpp"

#include <algorithm>
#include <cmath>

#include "core/parallel.hpp"

namespace drfs {
namespace {

constexpr std::size_t kFolds = kRiskBlocks;
/// More rows than this tell sets apart no better than the real model that judges them in the end.
constexpr std::size_t kMostRows = 10000;
constexpr std::size_t kChunk = 128;
constexpr double kLinearPenalty = 1.0;
constexpr double kSmoothings[] = {1, 10, 100, 1000};

using Kind = BasisPlan::Column::Kind;

std::size_t rows_of(const Population& population) {
  return std::min(population.selection_rows, kMostRows);
}

/// Rows stand in random order since the split: row i is of fold i mod folds.
Eigen::MatrixXf fold_gram(const Basis& basis, const BasisPlan& plan, const Population& population,
                          std::size_t fold) {
  const auto columns = static_cast<Eigen::Index>(plan.columns().size());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  RowMajor chunk = RowMajor::Zero(kChunk, columns + 1);
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(columns + 1, columns + 1);
  Eigen::Index filled = 0;
  const auto flush = [&] {
    gram.selfadjointView<Eigen::Lower>().rankUpdate(chunk.topRows(filled).transpose());
    filled = 0;
  };
  for (std::size_t i = fold; i < rows_of(population); i += kFolds) {
    auto row = chunk.row(filled++);
    basis.fill_row(i, {row.data(), static_cast<std::size_t>(columns)});
    row[0] = 1;
    row[columns] = population.y[i];
    row *= std::sqrt(static_cast<double>(population.weight[i]));
    if (filled == kChunk) flush();
  }
  flush();
  return gram.selfadjointView<Eigen::Lower>().toDenseMatrix().cast<float>();
}

}  // namespace

SmoothRisk::SmoothRisk(const Dataset& data, const std::vector<std::size_t>& ranked,
                       std::size_t budget, const Context& context)
    : plan_(data, ranked, budget), populations_(data.populations.size()) {
  std::vector<Basis> bases;
  for (const auto& population : data.populations)
    bases.emplace_back(plan_, population, rows_of(population));
  for (auto& population : populations_) population.fold.resize(kFolds);
  parallel_for(populations_.size() * kFolds, context, [&](std::size_t item, std::size_t) {
    const std::size_t p = item / kFolds, fold = item % kFolds;
    populations_[p].fold[fold] = fold_gram(bases[p], plan_, data.populations[p], fold);
  });
}

bool SmoothRisk::smooth_for(const FeatureSet& set) {
  bool changed = false;
  for (auto& population : populations_) {
    const double before = population.smoothing;
    population.smoothing = std::ranges::min(kSmoothings, {}, [&](double smoothing) {
      return losses(population, set, smoothing).risk();
    });
    changed = changed || population.smoothing != before;
  }
  return changed;
}

BlockLosses SmoothRisk::losses(const PopulationGram& population, const FeatureSet& set,
                               double smoothing) const {
  std::vector<Eigen::Index> used = {0};
  for (std::size_t c : plan_.columns_of(set)) used.push_back(static_cast<Eigen::Index>(c));
  const auto size = static_cast<Eigen::Index>(used.size());
  used.push_back(static_cast<Eigen::Index>(plan_.columns().size()));

  std::vector<Eigen::MatrixXd> fold;
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(size + 1, size + 1);
  for (const auto& gram : population.fold) {
    fold.emplace_back(gram(used, used).cast<double>());
    total += fold.back();
  }
  Eigen::VectorXd penalty = Eigen::VectorXd::Zero(size);
  for (Eigen::Index i = 1; i < size; ++i)
    penalty[i] =
        plan_.columns()[static_cast<std::size_t>(used[static_cast<std::size_t>(i)])].kind ==
                Kind::value
            ? kLinearPenalty
            : smoothing;

  BlockLosses out;
  for (const auto& test : fold) {
    const Eigen::MatrixXd train = total - test;
    Eigen::MatrixXd normal = train.topLeftCorner(size, size);
    normal.diagonal() += penalty;
    const Eigen::VectorXd b = normal.llt().solve(train.col(size).head(size));
    const auto xy = test.col(size).head(size);
    const double yy = test(size, size);
    out.loss.push_back(yy - 2 * b.dot(xy) + b.dot(test.topLeftCorner(size, size) * b));
    const double mean = train(0, size) / train(0, 0);
    out.base.push_back(yy - 2 * mean * test(0, size) + mean * mean * test(0, 0));
  }
  return out;
}

CvRisk SmoothRisk::risk(const FeatureSet& set) const {
  CvRisk out;
  for (const auto& population : populations_)
    out.populations.push_back(losses(population, set, population.smoothing));
  return out;
}

}  // namespace drfs
