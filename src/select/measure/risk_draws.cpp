#include "select/measure/risk_draws.hpp"

#include <cmath>
#include <numeric>

#include "core/random.hpp"

namespace drfs {

std::vector<double> RiskDraws::mean() const {
  const Eigen::ArrayXd means = risk.rowwise().mean();
  return {means.begin(), means.end()};
}

double RiskDraws::worst() const {
  return risk.rowwise().mean().maxCoeff();
}

double BlockLosses::risk() const {
  const double known_nothing = std::accumulate(base.begin(), base.end(), 0.0);
  // Nothing to explain is nothing explained.
  return known_nothing > 0 ? std::accumulate(loss.begin(), loss.end(), 0.0) / known_nothing : 1;
}

Eigen::ArrayXd risk_draws(const BlockLosses& blocks, std::uint64_t seed, std::size_t population) {
  Eigen::ArrayXd out(kDraws);
  for (std::size_t d = 0; d < kDraws; ++d) {
    double loss = 0, base = 0;
    for (std::size_t b = 0; b < blocks.loss.size(); ++b) {
      const double weight =
          -std::log(uniform(seed, Stream::blocks,
                            {static_cast<std::uint32_t>(population), static_cast<std::uint32_t>(d),
                             static_cast<std::uint32_t>(b), 0}));
      loss += weight * blocks.loss[b];
      base += weight * blocks.base[b];
    }
    out[static_cast<Eigen::Index>(d)] = base > 0 ? loss / base : 1;
  }
  return out;
}

}  // namespace drfs
