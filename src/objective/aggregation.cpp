// From the populations' risks to one number.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "drfs/aim.hpp"
#include "objective/own_function.hpp"

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

Aggregate by_program(const AggregateFunction& function, Values risk, Values weight) {
  require_own("aim", true, static_cast<bool>(function));
  Aggregate out = function(risk, weight);
  require_usable("aim", out.value, out.weight, risk.size());
  return out;
}

}  // namespace

void check(const Aggregation& o) {
  require_own("aim", o.aim == AimName::own, static_cast<bool>(o.own));
  require_option(o.beta > 0 && std::isfinite(o.beta), "beta", o.beta, "a number above 0");
  require_option(o.cvar_share > 0 && o.cvar_share <= 1, "cvar-share", o.cvar_share,
                 "a number above 0, at most 1");
}

bool is_maximum(const Aggregation& aggregation) {
  return aggregation.aim == AimName::worst || aggregation.aim == AimName::regret;
}

Aggregate aggregate(const Aggregation& aggregation, Values risk, Values weight) {
  const std::vector<double> equal(weight.empty() ? risk.size() : 0, 1.0);
  if (weight.empty()) weight = equal;
  switch (aggregation.aim) {
    case AimName::softmax:
      return softmax(aggregation.beta, risk, weight);
    case AimName::cvar:
      return cvar(aggregation.cvar_share, risk, weight);
    case AimName::mean:
      return mean(risk, weight);
    case AimName::own:
      return by_program(aggregation.own, risk, weight);
    case AimName::worst:
    case AimName::regret:
      break;
  }
  return maximum(risk);
}

}  // namespace drfs
