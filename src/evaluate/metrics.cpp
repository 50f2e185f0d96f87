#include "evaluate/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace drfs {
namespace {

/// The least probability that counts, as usual for log losses of forests, which do say 0.
constexpr double kLeast = std::numeric_limits<double>::epsilon();

/// The weighted mean of term(i).
template <class Term>
double mean(const Predicted& p, Term term) {
  double sum = 0, weight = 0;
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    sum += p.weight[i] * term(i);
    weight += p.weight[i];
  }
  return sum / weight;
}

double squared_error(const Predicted& p) {
  return mean(p, [&](std::size_t i) { return std::pow(double{p.y[i]} - p.prediction[i], 2); });
}

double r_squared(const Predicted& p) {
  const double centre = mean(p, [&](std::size_t i) { return double{p.y[i]}; });
  const double variance = mean(p, [&](std::size_t i) { return std::pow(p.y[i] - centre, 2); });
  return variance > 0 ? 1 - squared_error(p) / variance : std::nan("");
}

/// The most probable class; of equally probable ones the first.
std::size_t guess(const Predicted& p, std::size_t i) {
  if (p.classes() == 1) return p.prediction[i] > 0.5F ? 1 : 0;
  std::size_t best = 0;
  for (std::size_t k = 1; k < p.classes(); ++k)
    if (p.probability(k)[i] > p.probability(best)[i]) best = k;
  return best;
}

double probability_of_outcome(const Predicted& p, std::size_t i) {
  if (p.classes() > 1) return p.probability(static_cast<std::size_t>(p.y[i]))[i];
  return p.y[i] > 0.5F ? p.prediction[i] : 1 - double{p.prediction[i]};
}

double accuracy(const Predicted& p) {
  return mean(p, [&](std::size_t i) {
    return guess(p, i) == static_cast<std::size_t>(p.y[i]) ? 1.0 : 0.0;
  });
}

double log_loss(const Predicted& p) {
  return mean(p, [&](std::size_t i) {
    return -std::log(std::clamp(probability_of_outcome(p, i), kLeast, 1 - kLeast));
  });
}

/// The share of pairs of a row of class 1 and one of class 0 in which the first has the greater
/// probability; equal ones count half.
double binary_area_under_curve(const Predicted& p) {
  if (std::ranges::any_of(p.prediction, [](float v) { return std::isnan(v); })) return std::nan("");
  std::vector<std::size_t> order(p.y.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p.prediction[i]; });
  double below = 0, pairs = 0, ones = 0, zeros = 0;
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    double ones_here = 0, zeros_here = 0;
    for (; last < order.size() && p.prediction[order[last]] == p.prediction[order[first]]; ++last)
      (p.y[order[last]] > 0.5F ? ones_here : zeros_here) += p.weight[order[last]];
    pairs += ones_here * (below + zeros_here / 2);
    below += zeros_here;
    ones += ones_here;
    zeros += zeros_here;
  }
  return ones > 0 && zeros > 0 ? pairs / (ones * zeros) : std::nan("");
}

double area_under_curve(const Predicted& p) {
  if (p.classes() == 1) return binary_area_under_curve(p);
  double sum = 0, occur = 0;
  std::vector<float> is_class(p.y.size());
  for (std::size_t k = 0; k < p.classes(); ++k) {
    std::ranges::transform(p.y, is_class.begin(),
                           [&](float y) { return y == static_cast<float>(k) ? 1.0F : 0.0F; });
    if (std::ranges::max(is_class) == 0) continue;
    sum += binary_area_under_curve({is_class, p.probability(k), p.weight});
    ++occur;
  }
  return sum / occur;
}

}  // namespace

bool is_loss(Metric metric) {
  return metric == Metric::mse || metric == Metric::log_loss;
}

std::vector<Metric> metrics_of(Task task) {
  if (task == Task::regression) return {Metric::mse, Metric::r2};
  return {Metric::log_loss, Metric::accuracy, Metric::auc};
}

double value_of(Metric metric, const Predicted& predicted) {
  switch (metric) {
    case Metric::mse:
      return squared_error(predicted);
    case Metric::r2:
      return r_squared(predicted);
    case Metric::accuracy:
      return accuracy(predicted);
    case Metric::log_loss:
      return log_loss(predicted);
    case Metric::auc:
      return area_under_curve(predicted);
  }
  return std::nan("");
}

}  // namespace drfs
