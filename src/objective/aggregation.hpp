// From the populations' risks to one number.
#pragma once

#include <span>
#include <vector>

#include "drfs/objective.hpp"

namespace drfs {

struct Aggregate {
  double value = 0;
  std::vector<double> weight;  ///< derivative of the value in each population's risk; sums to 1
};

/// docs/method.md, equations (14) and (15). Of equally bad populations the first counts.
Aggregate aggregate(Aggregation, double beta, std::span<const double> risk);

}  // namespace drfs
