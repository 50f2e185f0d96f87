// From the populations' risks to one number.
#pragma once

#include <span>
#include <vector>

#include "drfs/aim.hpp"

namespace drfs {

struct Aggregate {
  double value = 0;
  std::vector<double> weight;  ///< derivative of the value in each population's risk; sums to 1
};

/// Whether the largest risk counts alone.
bool is_maximum(const Aggregation&);

/// docs/method.md, equations (14) to (15b). Of equally bad populations the first counts.
/// Populations without weights count alike; under the maximum they always do.
Aggregate aggregate(const Aggregation&, std::span<const double> risk,
                    std::span<const double> weight = {});

}  // namespace drfs
