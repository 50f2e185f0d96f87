#include "objective/aggregation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace drfs {
namespace {

using Values = std::span<const double>;

double sum(Values values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

Aggregate maximum(Values risk) {
  const auto worst = std::ranges::max_element(risk);
  Aggregate out{*worst, std::vector<double>(risk.size(), 0.0)};
  out.weight[static_cast<std::size_t>(worst - risk.begin())] = 1.0;
  return out;
}

/// The largest risk is taken out of the exponentials, which would overflow; one that does not count
/// may be larger still.
Aggregate softmax(double beta, Values risk, Values weight) {
  double worst = -std::numeric_limits<double>::infinity();
  for (std::size_t p = 0; p < risk.size(); ++p)
    if (weight[p] > 0) worst = std::max(worst, risk[p]);
  Aggregate out{worst, std::vector<double>(risk.size(), 0.0)};
  for (std::size_t p = 0; p < risk.size(); ++p)
    if (weight[p] > 0) out.weight[p] = weight[p] * std::exp(beta * (risk[p] - worst));
  const double total = sum(out.weight);
  for (double& w : out.weight) w /= total;
  out.value += std::log(total / sum(weight)) / beta;
  return out;
}

Aggregate mean(Values risk, Values weight) {
  Aggregate out;
  const double total = sum(weight);
  for (std::size_t p = 0; p < risk.size(); ++p) {
    out.value += weight[p] * risk[p];
    out.weight.push_back(weight[p] / total);
  }
  out.value /= total;
  return out;
}

/// From the worst-served on until the share is full; the population at its edge counts in part.
Aggregate cvar(double share, Values risk, Values weight) {
  std::vector<std::size_t> order(risk.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t p) { return risk[p]; });
  const double whole = share * sum(weight);
  Aggregate out{0, std::vector<double>(risk.size(), 0.0)};
  double left = whole;
  for (std::size_t p : order) {
    const double part = std::min(left, weight[p]);
    out.weight[p] = part / whole;
    out.value += out.weight[p] * risk[p];
    left -= part;
  }
  return out;
}

}  // namespace

Aggregate aggregate(const ObjectiveOptions& options, Values risk, Values weight) {
  const std::vector<double> equal(weight.empty() ? risk.size() : 0, 1.0);
  if (weight.empty()) weight = equal;
  switch (options.aggregation) {
    case Aggregation::maximum:
      return maximum(risk);
    case Aggregation::softmax:
      return softmax(options.beta, risk, weight);
    case Aggregation::cvar:
      return cvar(options.cvar_share, risk, weight);
    case Aggregation::mean:
      return mean(risk, weight);
  }
  throw Error(ErrorCode::internal, {"aggregation", "", "has a value without a meaning", ""});
}

}  // namespace drfs
