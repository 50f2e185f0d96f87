// The split of each population into rows that choose features and rows that score them.
#include <fmt/format.h>

#include <cmath>

#include "core/random.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

void reorder(std::span<float> values, const std::vector<std::size_t>& order,
             std::vector<float>& scratch) {
  scratch.assign(values.begin(), values.end());
  for (std::size_t i = 0; i < order.size(); ++i) values[i] = scratch[order[i]];
}

/// The rows that choose: rounded up, but not for the rounding of share · n itself.
std::size_t rows_that_choose(double share, std::size_t rows) {
  return static_cast<std::size_t>(std::ceil(share * static_cast<double>(rows) - 1e-9));
}

void check_share(const Dataset& dataset, double share) {
  require_option(share > 0.0 && share < 1.0, "selection-share", share, "a number between 0 and 1");
  for (const auto& population : dataset.populations) {
    const std::size_t rows = population.y.size();
    const std::size_t chosen = rows_that_choose(share, rows);
    if (chosen == 0 || chosen >= rows)
      throw Error(ErrorCode::usage,
                  {"option --selection-share", fmt::format("{}", share),
                   fmt::format("leaves population '{}' of {} rows with {} rows to choose features "
                               "and {} to score them",
                               population.name, rows, chosen, rows - chosen),
                   "Give a share that leaves rows on both sides, or raise --min-rows"});
  }
}

}  // namespace

void describe(SplitOptions& options, OptionVisitor& visitor) {
  visitor.option("selection-share", options.selection_share,
                 "Share of each population's rows that chooses features");
}

void split_rows(Dataset& dataset, const SplitOptions& options, std::uint64_t seed) {
  check_share(dataset, options.selection_share);
  std::vector<float> scratch;
  for (std::size_t p = 0; p < dataset.populations.size(); ++p) {
    Population& population = dataset.populations[p];
    const std::size_t rows = population.y.size();
    const auto order =
        permutation(seed, Stream::split, {static_cast<std::uint32_t>(p), 0, 0, 0}, rows);
    for (std::size_t d = 0; d < population.x.columns(); ++d)
      reorder(population.x.column(d), order, scratch);
    reorder(population.y, order, scratch);
    reorder(population.weight, order, scratch);
    for (std::size_t r = 0; r < population.replicate_weight.columns(); ++r)
      reorder(population.replicate_weight.column(r), order, scratch);
    population.selection_rows = rows_that_choose(options.selection_share, rows);
  }
}

}  // namespace drfs
