#include "told_the_form.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>

namespace drfs::bench {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Of (1, the relevant features, y).
MatrixXd gram(const Dataset& data, const Population& population, const Set& relevant) {
  std::vector<std::size_t> columns;
  for (int number : relevant)
    for (const auto& feature : data.features)
      if (feature.name == fmt::format("x{}", number)) columns.push_back(feature.first_column);
  MatrixXd rows(population.selection_rows, columns.size() + 2);
  for (Index i = 0; i < rows.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    rows(i, 0) = 1;
    for (std::size_t d = 0; d < columns.size(); ++d)
      rows(i, static_cast<Index>(d) + 1) = population.x(row, columns[d]);
    rows(i, rows.cols() - 1) = population.y[row];
  }
  return rows.transpose() * rows;
}

double unexplained(const MatrixXd& gram, const std::vector<Index>& used) {
  const Index y = gram.rows() - 1;
  const double rows = gram(0, 0);
  const Eigen::VectorXd with_y = gram.col(y)(used);
  const MatrixXd normal = gram(used, used);
  const double left = gram(y, y) - with_y.dot(normal.llt().solve(with_y));
  const double all = gram(y, y) - gram(0, y) * gram(0, y) / rows;
  return left / (rows - static_cast<double>(used.size())) / (all / (rows - 1));
}

}  // namespace

Set best_by_least_squares(const Dataset& data, const Set& relevant, int budget) {
  std::vector<MatrixXd> grams;
  for (const auto& population : data.populations) grams.push_back(gram(data, population, relevant));
  Set best;
  double least = 0;
  optimum(
      [&](const Set& set) {
        std::vector<Index> used = {0};
        for (std::size_t i = 0; i < relevant.size(); ++i)
          if (has(set, relevant[i])) used.push_back(static_cast<Index>(i) + 1);
        double worst = 0;
        for (const auto& g : grams) worst = std::max(worst, unexplained(g, used));
        if (set.size() == static_cast<std::size_t>(budget) && (best.empty() || worst < least)) {
          least = worst;
          best = set;
        }
        return worst;
      },
      relevant, budget);
  return best;
}

}  // namespace drfs::bench
