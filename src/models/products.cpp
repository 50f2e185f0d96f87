#include "models/products.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/parallel.hpp"
#include "core/sure.hpp"
#include "models/smooth_fit.hpp"

namespace drfs {
namespace {

/// Sums over rows, one entry per two numbers: of their product, its square, and its product with
/// what is left of the outcome; and of what is left.
struct ProductSums {
  Eigen::MatrixXd product, square, along;
  double left = 0, left_square = 0, weight = 0, weight_square = 0;

  void add(const ProductSums& more);
};

void ProductSums::add(const ProductSums& more) {
  if (product.size() == 0) {
    *this = more;
    return;
  }
  product += more.product;
  square += more.square;
  along += more.along;
  left += more.left;
  left_square += more.left_square;
  weight += more.weight;
  weight_square += more.weight_square;
}

/// One outcome: with several classes, 1 in the rows of one and 0 elsewhere.
std::vector<float> outcome_of(const TrainingData& data, std::size_t outcome) {
  std::vector<float> y(data.y.begin(), data.y.end());
  if (data.classes > 0)
    for (float& value : y) value = value == static_cast<float>(outcome) ? 1.F : 0.F;
  return y;
}

ProductSums sums_of(const std::vector<FeatureNumber>& numbers, const TrainingData& data,
                    std::span<const float> left_of_outcome) {
  Eigen::MatrixXd x(std::ssize(data.weight), std::ssize(numbers));
  for (Eigen::Index k = 0; k < x.cols(); ++k) {
    const auto column = data.x.column(numbers[static_cast<std::size_t>(k)].second);
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      x(i, k) = tamed(column[static_cast<std::size_t>(i)]);
  }
  const auto as_vector = [&](std::span<const float> values) -> Eigen::VectorXd {
    return Eigen::Map<const Eigen::VectorXf>(values.data(), x.rows()).cast<double>();
  };
  const Eigen::VectorXd weight = as_vector(data.weight), left = as_vector(left_of_outcome);
  const Eigen::MatrixXd squares = x.cwiseAbs2();
  return {x.transpose() * weight.asDiagonal() * x,
          squares.transpose() * weight.asDiagonal() * squares,
          x.transpose() * weight.cwiseProduct(left).asDiagonal() * x,
          weight.dot(left),
          weight.dot(left.cwiseAbs2()),
          weight.sum(),
          weight.squaredNorm()};
}

/// Surely more than chance among so many, the strongest first.
std::vector<FeaturePair> telling(const std::vector<FeatureNumber>& numbers, const ProductSums& s,
                                 std::size_t comparisons) {
  const double left_variance = s.left_square - s.left * s.left / s.weight;
  const double rows = s.weight * s.weight / s.weight_square;
  const double by_chance = sure_of_any(comparisons) / std::sqrt(rows);
  std::vector<std::pair<double, FeaturePair>> order;
  for (std::size_t a = 0; a < numbers.size(); ++a)
    for (std::size_t b = a + 1; b < numbers.size(); ++b) {
      const auto i = static_cast<Eigen::Index>(a), j = static_cast<Eigen::Index>(b);
      const double variance = s.square(i, j) - s.product(i, j) * s.product(i, j) / s.weight;
      const double covariance = s.along(i, j) - s.product(i, j) * s.left / s.weight;
      const double correlation = std::abs(covariance) / std::sqrt(variance * left_variance);
      if (correlation > by_chance)  // not so where nothing varies
        order.emplace_back(-correlation, std::minmax(numbers[a].first, numbers[b].first));
    }
  std::ranges::sort(order);
  std::vector<FeaturePair> out;
  for (const auto& [strength, pair] : order) out.push_back(pair);
  return out;
}

}  // namespace

std::vector<FeaturePair> products_that_tell(const std::vector<FeatureNumber>& numbers,
                                            const std::vector<TrainingData>& populations,
                                            const std::vector<std::vector<float>>& left,
                                            const Context& context) {
  if (numbers.size() < 2) return {};
  const std::size_t outcomes = left.size() / populations.size();
  std::vector<ProductSums> sums(left.size()), together(outcomes);
  parallel_for(sums.size(), context, [&](std::size_t i, std::size_t) {
    sums[i] = sums_of(numbers, populations[i / outcomes], left[i]);
  });
  for (std::size_t i = 0; i < sums.size(); ++i) together[i % outcomes].add(sums[i]);
  sums.insert(sums.end(), together.begin(), together.end());
  std::vector<std::vector<FeaturePair>> lists;
  std::size_t longest = 0;
  for (const auto& sum : sums) {
    lists.push_back(telling(numbers, sum, sums.size() * numbers.size() * (numbers.size() - 1) / 2));
    longest = std::max(longest, lists.back().size());
  }
  std::vector<FeaturePair> out;
  for (std::size_t place = 0; place < longest; ++place)
    for (const auto& list : lists)
      if (place < list.size() && std::ranges::find(out, list[place]) == out.end())
        out.push_back(list[place]);
  return out;
}

std::vector<FeaturePair> products_to_see(const BasisPlan& plan, std::size_t most,
                                         const std::vector<TrainingData>& populations,
                                         const Context& context) {
  const std::size_t outcomes = std::max<std::size_t>(populations.front().classes, 1);
  std::vector<std::vector<float>> left(populations.size() * outcomes);
  parallel_for(left.size(), context, [&](std::size_t i, std::size_t) {
    TrainingData rows = populations[i / outcomes];
    left[i] = outcome_of(rows, i % outcomes);
    rows.y = left[i];
    rows.classes = 0;
    const auto predicted = SmoothFit(plan, rows).predict(rows.x);
    std::ranges::transform(left[i], predicted, left[i].begin(), std::minus{});
  });
  auto out = products_that_tell(plan.single_numbers(), populations, left, context);
  out.resize(std::min(out.size(), most));
  std::ranges::sort(out);
  return out;
}

}  // namespace drfs
