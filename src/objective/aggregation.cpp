#include "objective/aggregation.hpp"

#include <algorithm>
#include <cmath>

namespace drfs {

Aggregate aggregate(Aggregation aggregation, double beta, std::span<const double> risk) {
  const auto worst = std::ranges::max_element(risk);
  Aggregate out{*worst, std::vector<double>(risk.size(), 0.0)};
  if (aggregation == Aggregation::maximum) {
    out.weight[static_cast<std::size_t>(worst - risk.begin())] = 1.0;
    return out;
  }
  double total = 0;
  for (std::size_t p = 0; p < risk.size(); ++p)
    total += out.weight[p] = std::exp(beta * (risk[p] - *worst));
  for (double& weight : out.weight) weight /= total;
  out.value += std::log(total / static_cast<double>(risk.size())) / beta;
  return out;
}

}  // namespace drfs
