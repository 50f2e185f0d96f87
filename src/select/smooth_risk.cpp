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

/// The normal equations of rows with this Gram matrix, penalised.
Eigen::LLT<Eigen::MatrixXd> factor(const Eigen::MatrixXd& gram, const Eigen::VectorXd& is_smooth,
                                   double smoothing) {
  const Eigen::Index size = is_smooth.size();
  Eigen::MatrixXd normal = gram.topLeftCorner(size, size);
  for (Eigen::Index i = 1; i < size; ++i)
    normal(i, i) += is_smooth[i] > 0 ? smoothing : kLinearPenalty;
  return normal.llt();
}

/// Every fold is predicted by the rows of the others.
BlockLosses losses(const std::vector<Eigen::MatrixXd>& folds, const Eigen::MatrixXd& total,
                   const Eigen::VectorXd& is_smooth, double smoothing) {
  const Eigen::Index size = is_smooth.size();
  BlockLosses out;
  for (const auto& test : folds) {
    const Eigen::MatrixXd train = total - test;
    const Eigen::VectorXd b = factor(train, is_smooth, smoothing).solve(train.col(size).head(size));
    const auto xy = test.col(size).head(size);
    const double yy = test(size, size);
    out.loss.push_back(yy - 2 * b.dot(xy) + b.dot(test.topLeftCorner(size, size) * b));
    const double mean = train(0, size) / train(0, 0);
    out.base.push_back(yy - 2 * mean * test(0, size) + mean * mean * test(0, 0));
  }
  return out;
}

/// 1 + tr(H²) / n with the smoother's matrix H of a fit to n rows, a fold less than all: by so much
/// the chance in the outcomes that it learned from raises the squared error on new rows.
double inflation_of(const Eigen::MatrixXd& total, const Eigen::VectorXd& is_smooth,
                    double smoothing) {
  const Eigen::Index size = is_smooth.size();
  const Eigen::MatrixXd train = total * (1 - 1.0 / kFolds);
  const Eigen::MatrixXd shrunk =
      factor(train, is_smooth, smoothing).solve(train.topLeftCorner(size, size));
  return 1 + shrunk.cwiseProduct(shrunk.transpose()).sum() / train(0, 0);
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

SmoothRisk::SubGram SmoothRisk::gram_of(const PopulationGram& population,
                                        const FeatureSet& set) const {
  std::vector<Eigen::Index> used = {0};
  for (std::size_t c : plan_.columns_of(set)) used.push_back(static_cast<Eigen::Index>(c));
  SubGram out;
  out.is_smooth.resize(static_cast<Eigen::Index>(used.size()));
  for (std::size_t i = 0; i < used.size(); ++i)
    out.is_smooth[static_cast<Eigen::Index>(i)] =
        plan_.columns()[static_cast<std::size_t>(used[i])].kind == Kind::value ? 0 : 1;
  used.push_back(static_cast<Eigen::Index>(plan_.columns().size()));
  out.total = Eigen::MatrixXd::Zero(std::ssize(used), std::ssize(used));
  for (const auto& gram : population.fold) {
    out.fold.emplace_back(gram(used, used).cast<double>());
    out.total += out.fold.back();
  }
  return out;
}

bool SmoothRisk::smooth_for(const FeatureSet& set) {
  bool changed = false;
  for (auto& population : populations_) {
    const SubGram gram = gram_of(population, set);
    const double before = population.smoothing;
    population.smoothing = std::ranges::min(kSmoothings, {}, [&](double smoothing) {
      return losses(gram.fold, gram.total, gram.is_smooth, smoothing).risk();
    });
    population.inflation = inflation_of(gram.total, gram.is_smooth, population.smoothing);
    changed = changed || population.smoothing != before;
  }
  return changed;
}

CvRisk SmoothRisk::risk(const FeatureSet& set) const {
  CvRisk out;
  for (const auto& population : populations_) {
    const SubGram gram = gram_of(population, set);
    auto& here = out.populations.emplace_back(
        losses(gram.fold, gram.total, gram.is_smooth, population.smoothing));
    for (double& loss : here.loss) loss /= population.inflation;
  }
  return out;
}

}  // namespace drfs
