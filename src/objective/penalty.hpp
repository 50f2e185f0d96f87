// Reg(alpha): falls as noise grows, so that a feature keeps a small alpha only where it pays.
#pragma once

#include <span>

#include "drfs/objective.hpp"

namespace drfs {

/// docs/method.md, equations (16) and (17).
PenaltyValue penalty(const ObjectiveOptions&, std::span<const double> alpha);

}  // namespace drfs
