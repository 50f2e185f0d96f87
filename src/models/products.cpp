#include "models/products.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/parallel.hpp"
#include "models/smooth_fit.hpp"

namespace drfs {
namespace {

constexpr std::size_t kLargestSetWithEveryProduct = 11;
/// As many as 12 features have.
constexpr std::size_t kMostPromising = 66;
/// The sum of smooth terms gives each of many features as many hinges as it would have in a set of
/// so many.
constexpr std::size_t kFeaturesWithHinges = 32;
/// More rows would tell promising products apart no better.
constexpr std::size_t kMostRows = 5000;
/// Of hinges, in the sum of smooth terms.
constexpr double kSmoothing = 100;

/// Features that are one number each, in the order of their ranks.
std::vector<std::size_t> single_numbers(const std::vector<BasisPlan::Feature>& features,
                                        const std::vector<std::size_t>& ranked) {
  std::vector<std::size_t> out;
  for (std::size_t feature : ranked)
    if (features[feature].numbers.size() == 1) out.push_back(feature);
  return out;
}

FeaturePair ascending(std::size_t a, std::size_t b) {
  return {std::min(a, b), std::max(a, b)};
}

std::vector<FeaturePair> every_pair(std::span<const std::size_t> features) {
  std::vector<FeaturePair> out;
  for (std::size_t i = 0; i < features.size(); ++i)
    for (std::size_t j = i + 1; j < features.size(); ++j)
      out.push_back(ascending(features[i], features[j]));
  std::ranges::sort(out);
  return out;
}

TrainingData few_rows(const TrainingData& data) {
  const std::size_t rows = std::min(data.y.size(), kMostRows);
  TrainingData out = data;
  out.x = data.x.first_rows(rows);
  out.y = data.y.first(rows);
  out.weight = data.weight.first(rows);
  return out;
}

/// What a sum of smooth terms, one for each feature, leaves of the outcome.
Eigen::VectorXd left_by_a_sum(const std::vector<BasisPlan::Feature>& features,
                              const std::vector<std::size_t>& ranked, const BasisDetail& detail,
                              const TrainingData& data) {
  const BasisPlan plan(features, ranked, std::min(ranked.size(), kFeaturesWithHinges), detail, {});
  const Basis basis(plan, data.x, data.weight);
  std::vector<std::size_t> all = ranked;
  std::ranges::sort(all);
  const auto columns = plan.columns_of(all);
  const FoldGrams grams(std::vector{gram_of_rows(basis, plan, data, 0, 1)}, plan, columns);
  const auto coefficients = smooth_coefficients(grams.total, grams.is_smooth, kSmoothing);
  const auto predicted = smooth_predictions(basis, plan, columns, coefficients, data.x);
  Eigen::VectorXd left(std::ssize(data.y));
  for (std::size_t i = 0; i < data.y.size(); ++i)
    left[static_cast<Eigen::Index>(i)] = data.y[i] - predicted[i];
  return left;
}

/// The products that correlate with what is left, the strongest first. Of M useless ones the best
/// reaches about sqrt(2 log M) / sqrt(n).
std::vector<FeaturePair> strongest_first(const std::vector<BasisPlan::Feature>& features,
                                         const std::vector<std::size_t>& numbers,
                                         const TrainingData& data, const Eigen::VectorXd& left) {
  Eigen::MatrixXd x(left.size(), std::ssize(numbers));
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto column = data.x.column(features[numbers[k]].numbers[0]);
    for (Eigen::Index i = 0; i < left.size(); ++i)
      x(i, static_cast<Eigen::Index>(k)) = tamed(column[static_cast<std::size_t>(i)]);
  }
  const Eigen::VectorXd weight =
      Eigen::Map<const Eigen::VectorXf>(data.weight.data(), left.size()).cast<double>();
  const Eigen::MatrixXd squares = x.cwiseAbs2();
  // One entry per two features: sums over the rows of their product, its square, and its product
  // with what is left.
  const Eigen::MatrixXd sum = x.transpose() * weight.asDiagonal() * x;
  const Eigen::MatrixXd square = squares.transpose() * weight.asDiagonal() * squares;
  const Eigen::MatrixXd along = x.transpose() * weight.cwiseProduct(left).asDiagonal() * x;
  const double total = weight.sum(), left_sum = weight.dot(left);
  const double left_variance = weight.dot(left.cwiseAbs2()) - left_sum * left_sum / total;
  const double rows = total * total / weight.squaredNorm();
  const auto count = static_cast<double>(numbers.size());
  const double by_chance = std::sqrt(2 * std::log(std::max(count * (count - 1) / 2, 1.0)) / rows);

  std::vector<std::pair<double, FeaturePair>> order;
  for (std::size_t a = 0; a < numbers.size(); ++a)
    for (std::size_t b = a + 1; b < numbers.size(); ++b) {
      const auto i = static_cast<Eigen::Index>(a), j = static_cast<Eigen::Index>(b);
      const double variance = square(i, j) - sum(i, j) * sum(i, j) / total;
      const double covariance = along(i, j) - sum(i, j) * left_sum / total;
      const double correlation = std::abs(covariance) / std::sqrt(variance * left_variance);
      if (correlation > by_chance)  // not so where nothing varies
        order.emplace_back(-correlation, ascending(numbers[a], numbers[b]));
    }
  std::ranges::sort(order);
  std::vector<FeaturePair> out;
  for (const auto& [strength, pair] : order) out.push_back(pair);
  return out;
}

/// One list per outcome: with several classes, each of them is one.
std::vector<std::vector<FeaturePair>> lists_of(const std::vector<BasisPlan::Feature>& features,
                                               const std::vector<std::size_t>& ranked,
                                               const BasisDetail& detail, const TrainingData& all) {
  TrainingData data = few_rows(all);
  data.classes = 0;
  std::vector<std::vector<FeaturePair>> lists;
  for (std::size_t k = 0; k < std::max<std::size_t>(all.classes, 1); ++k) {
    std::vector<float> outcome;
    for (std::size_t i = 0; i < data.weight.size(); ++i)
      outcome.push_back(all.classes == 0                    ? all.y[i]
                        : all.y[i] == static_cast<float>(k) ? 1.F
                                                            : 0.F);
    data.y = outcome;
    lists.push_back(strongest_first(features, single_numbers(features, ranked), data,
                                    left_by_a_sum(features, ranked, detail, data)));
  }
  return lists;
}

}  // namespace

std::vector<FeaturePair> products_to_see(const std::vector<BasisPlan::Feature>& features,
                                         const std::vector<std::size_t>& ranked,
                                         std::size_t set_size, const BasisDetail& detail,
                                         std::span<const TrainingData> populations,
                                         const Context& context) {
  const auto numbers = single_numbers(features, ranked);
  if (set_size <= kLargestSetWithEveryProduct)
    return every_pair(
        std::span(numbers).first(std::min(numbers.size(), detail.features_with_products)));

  std::vector<std::vector<std::vector<FeaturePair>>> lists(populations.size());
  parallel_for(lists.size(), context, [&](std::size_t p, std::size_t) {
    lists[p] = lists_of(features, ranked, detail, populations[p]);
  });
  std::set<FeaturePair> taken;
  const std::size_t most = numbers.size() * numbers.size();
  for (std::size_t place = 0; place < most && taken.size() < kMostPromising; ++place)
    for (const auto& population : lists)
      for (const auto& list : population)
        if (place < list.size() && taken.size() < kMostPromising) taken.insert(list[place]);
  return {taken.begin(), taken.end()};
}

}  // namespace drfs
