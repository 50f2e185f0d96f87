// Reg(alpha): falls as noise grows, so that a feature keeps a small alpha only where it pays.
#pragma once

#include <span>
#include <vector>

#include "drfs/objective.hpp"

namespace drfs {

struct PenaltyValue {
  double value = 0;
  std::vector<double> gradient;  ///< in alpha
};

/// docs/method.md, equations (16) and (17).
PenaltyValue penalty(Penalty, std::span<const double> alpha);

}  // namespace drfs
