#include <cmath>
#include <numbers>

#include "drfs/optimize.hpp"

namespace drfs {

double learning_rate(const OptimizeOptions& options, int step, int steps) {
  if (options.schedule == Schedule::constant) return options.learning_rate;
  return options.learning_rate * 0.5 * (1 + std::cos(std::numbers::pi * step / steps));
}

}  // namespace drfs
