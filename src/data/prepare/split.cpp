// One split of each population by a share, into rows that choose features and rows that score them;
// partition.hpp says when that is asked for, and `compare` always asks for it.
#include <fmt/format.h>

#include <cmath>

#include "data/prepare/row_order.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

/// Where the share is automatic.
constexpr double kUsualShare = 0.6;

/// The rows that choose: rounded up, but not for the rounding of share · n itself.
std::size_t rows_that_choose(double share, std::size_t rows) {
  return static_cast<std::size_t>(std::ceil(share * static_cast<double>(rows) - 1e-9));
}

void check_share(const Dataset& dataset, double share) {
  require_option(share > 0.0 && share < 1.0, "selection-share", share,
                 "a number from 0 to below 1");
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

void describe(SplitOptions& options, OptionVisitor& visitor, std::string_view help) {
  visitor.option("selection-share", options.selection_share, help);
}

void check_something_is_scored(const SplitOptions& options) {
  require_option(options.selection_share >= 0 && options.selection_share < 1, "selection-share",
                 options.selection_share, "a number from 0 to below 1, so that rows are scored");
}

void split_rows(Dataset& dataset, const SplitOptions& options, std::uint64_t seed) {
  const double share = options.selection_share == 0 ? kUsualShare : options.selection_share;
  check_share(dataset, share);
  for (std::size_t p = 0; p < dataset.populations.size(); ++p) {
    Population& population = dataset.populations[p];
    const std::size_t rows = population.y.size();
    put_in_order(population, random_order(seed, p, rows));
    population.selection_rows = rows_that_choose(share, rows);
  }
}

}  // namespace drfs
