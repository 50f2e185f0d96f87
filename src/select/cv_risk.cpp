#include "select/cv_risk.hpp"

#include <algorithm>
#include <limits>

namespace drfs {
namespace {

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

}  // namespace

double BlockLosses::risk() const {
  return risk_without(*this, kNone);
}

std::vector<double> CvRisk::risks() const {
  return risks_without(kNone);
}

std::vector<double> CvRisk::risks_without(std::size_t block) const {
  std::vector<double> out;
  out.reserve(populations.size());
  for (const auto& population : populations) out.push_back(risk_without(population, block));
  return out;
}

double CvRisk::worst() const {
  double worst = 0;
  for (const auto& population : populations) worst = std::max(worst, population.risk());
  return worst;
}

}  // namespace drfs
