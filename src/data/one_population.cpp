#include "drfs/data.hpp"

namespace drfs {

Dataset one_population(const Dataset& data, std::size_t population) {
  return {.source = data.source,
          .task = data.task,
          .target = data.target,
          .target_levels = data.target_levels,
          .features = data.features,
          .left_out = data.left_out,
          .populations = {data.populations[population]}};
}

}  // namespace drfs
