#include "data/prepare/row_order.hpp"

#include "core/random.hpp"

namespace drfs {
namespace {

void reorder(std::span<float> values, const std::vector<std::size_t>& order,
             std::vector<float>& scratch) {
  scratch.assign(values.begin(), values.end());
  for (std::size_t i = 0; i < order.size(); ++i) values[i] = scratch[order[i]];
}

}  // namespace

std::vector<std::size_t> random_order(std::uint64_t seed, std::size_t population,
                                      std::size_t rows) {
  return permutation(seed, Stream::split, {static_cast<std::uint32_t>(population), 0, 0, 0}, rows);
}

void put_in_order(Population& population, const std::vector<std::size_t>& order) {
  std::vector<float> scratch;
  for (std::size_t d = 0; d < population.x.columns(); ++d)
    reorder(population.x.column(d), order, scratch);
  reorder(population.y, order, scratch);
  reorder(population.weight, order, scratch);
  for (std::size_t r = 0; r < population.replicate_weight.columns(); ++r)
    reorder(population.replicate_weight.column(r), order, scratch);
}

}  // namespace drfs
