#include "kernel/query_noise.hpp"

#include "core/random.hpp"

namespace drfs {

void query_noise(const NoiseSource& source, const Query& query, std::span<float> out) {
  noise(source.seed, source.population, query.row, query.draw, out);
  if (!query.mirrored) return;
  for (float& epsilon : out) epsilon = -epsilon;
}

}  // namespace drfs
