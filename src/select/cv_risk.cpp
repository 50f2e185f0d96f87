#include "select/cv_risk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace drfs {
namespace {

/// A set may leave the worst population worse off by a fiftieth of what the mean gains: less than
/// can be told apart, but enough to choose well among sets that serve the worst population alike.
constexpr double kWeightOfMean = 0.02;

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// With all blocks for kNone.
double risk_without(const BlockLosses& blocks, std::size_t left_out) {
  double loss = 0, base = 0;
  for (std::size_t b = 0; b < blocks.loss.size(); ++b) {
    if (b == left_out) continue;
    loss += blocks.loss[b];
    base += blocks.base[b];
  }
  return base > 0 ? loss / base : 1;  // nothing to explain is nothing explained
}

double worst_without(const CvRisk& risk, std::size_t left_out) {
  double worst = 0;
  for (const auto& population : risk.populations)
    worst = std::max(worst, risk_without(population, left_out));
  return worst;
}

}  // namespace

double BlockLosses::risk() const {
  return risk_without(*this, kNone);
}

double CvRisk::worst() const {
  return worst_without(*this, kNone);
}

double CvRisk::mean() const {
  double sum = 0;
  for (const auto& population : populations) sum += population.risk();
  return sum / static_cast<double>(populations.size());
}

double CvRisk::score() const {
  return worst() + kWeightOfMean * mean();
}

double standard_error_of_difference(const CvRisk& a, const CvRisk& b) {
  std::vector<double> without(kRiskBlocks);
  for (std::size_t i = 0; i < kRiskBlocks; ++i)
    without[i] = worst_without(a, i) - worst_without(b, i);
  const auto n = static_cast<double>(kRiskBlocks);
  const double mean = std::accumulate(without.begin(), without.end(), 0.0) / n;
  double squares = 0;
  for (double d : without) squares += (d - mean) * (d - mean);
  return std::sqrt(squares * (n - 1) / n);
}

}  // namespace drfs
