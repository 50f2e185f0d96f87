#include "models/smooth_fit.hpp"

#include <algorithm>
#include <cmath>

namespace drfs {
namespace {

constexpr double kLinearPenalty = 1.0;
constexpr std::size_t kChunk = 128;

/// The normal equations of rows with this Gram matrix, penalised.
Eigen::LLT<Eigen::MatrixXd> factor(const Eigen::MatrixXd& gram, const Eigen::VectorXd& is_smooth,
                                   double smoothing) {
  const Eigen::Index size = is_smooth.size();
  Eigen::MatrixXd normal = gram.topLeftCorner(size, size);
  for (Eigen::Index i = 1; i < size; ++i)
    normal(i, i) += is_smooth[i] > 0 ? smoothing : kLinearPenalty;
  return normal.llt();
}

}  // namespace

Eigen::MatrixXd gram_of_rows(const Basis& basis, const BasisPlan& plan, const TrainingData& data,
                             std::size_t first, std::size_t step) {
  const auto columns = static_cast<Eigen::Index>(plan.columns().size());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto outcomes = static_cast<Eigen::Index>(std::max<std::size_t>(data.classes, 1));
  RowMajor chunk = RowMajor::Zero(kChunk, columns + outcomes);
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(columns + outcomes, columns + outcomes);
  Eigen::Index filled = 0;
  const auto flush = [&] {
    if (filled == 0) return;
    gram.selfadjointView<Eigen::Lower>().rankUpdate(chunk.topRows(filled).transpose());
    filled = 0;
  };
  for (std::size_t i = first; i < data.y.size(); i += step) {
    auto row = chunk.row(filled++);
    basis.fill_row(data.x, i, {row.data(), static_cast<std::size_t>(columns)});
    row[0] = 1;
    if (data.classes == 0) {
      row[columns] = data.y[i];
    } else {
      row.tail(outcomes).setZero();
      row[columns + static_cast<Eigen::Index>(data.y[i])] = 1;
    }
    row *= std::sqrt(static_cast<double>(data.weight[i]));
    if (filled == kChunk) flush();
  }
  flush();
  return gram.selfadjointView<Eigen::Lower>();
}

Eigen::VectorXd smooth_coefficients(const Eigen::MatrixXd& gram, const Eigen::VectorXd& is_smooth,
                                    double smoothing) {
  const Eigen::Index size = is_smooth.size();
  return factor(gram, is_smooth, smoothing).solve(gram.col(size).head(size));
}

std::vector<double> smooth_predictions(const Basis& basis, const BasisPlan& plan,
                                       std::span<const std::size_t> columns,
                                       const Eigen::VectorXd& coefficients,
                                       MatrixView<const float> x) {
  std::vector<double> out;
  std::vector<double> row(plan.columns().size());
  for (std::size_t i = 0; i < x.rows; ++i) {
    basis.fill_row(x, i, row);
    double sum = coefficients[0];
    for (std::size_t c = 0; c < columns.size(); ++c)
      sum += coefficients[static_cast<Eigen::Index>(c) + 1] * row[columns[c]];
    out.push_back(sum);
  }
  return out;
}

std::vector<FoldLoss> fold_losses(const FoldGrams& grams, double smoothing) {
  const Eigen::Index size = grams.is_smooth.size();
  std::vector<FoldLoss> out;
  for (const auto& test : grams.fold) {
    const Eigen::MatrixXd train = grams.total - test;
    const auto normal = factor(train, grams.is_smooth, smoothing);
    FoldLoss sum;
    for (Eigen::Index y = size; y < test.cols(); ++y) {
      const Eigen::VectorXd b = normal.solve(train.col(y).head(size));
      const auto xy = test.col(y).head(size);
      const double yy = test(y, y);
      const double mean = train(0, y) / train(0, 0);
      sum.loss += yy - 2 * b.dot(xy) + b.dot(test.topLeftCorner(size, size) * b);
      sum.base += yy - 2 * mean * test(0, y) + mean * mean * test(0, 0);
    }
    out.push_back(sum);
  }
  return out;
}

double best_smoothing(const FoldGrams& grams) {
  return std::ranges::min(kSmoothings, {}, [&](double smoothing) {
    double sum = 0;
    for (const auto& fold : fold_losses(grams, smoothing)) sum += fold.loss;
    return sum;
  });
}

}  // namespace drfs
