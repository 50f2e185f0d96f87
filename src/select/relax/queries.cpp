#include "select/relax/queries.hpp"

#include <algorithm>
#include <numeric>

#include "core/random.hpp"

namespace drfs {
namespace {

// Draw numbers and rounds from here on belong to the fixed queries.
constexpr std::uint32_t kFixed = 0x80000000U;

}  // namespace

QueryPlan::QueryPlan(std::vector<std::size_t> rows_per_population, int draws, std::uint64_t seed,
                     Pairing pairing)
    : rows_(std::move(rows_per_population)),
      draws_(static_cast<std::size_t>(draws)),
      seed_(seed),
      pairing_(pairing) {}

/// Without replacement, in ascending order; all rows where `count` is 0 or more than there are.
std::vector<std::uint32_t> QueryPlan::chosen_rows(std::size_t population, std::size_t count,
                                                  std::uint32_t round) const {
  const std::size_t n = rows_[population];
  if (count == 0 || count >= n) {
    std::vector<std::uint32_t> all(n);
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }
  const auto order =
      permutation(seed_, Stream::batch, {static_cast<std::uint32_t>(population), 0, round, 0}, n);
  std::vector<std::uint32_t> rows(order.begin(),
                                  order.begin() + static_cast<std::ptrdiff_t>(count));
  std::ranges::sort(rows);
  return rows;
}

QueryBatch QueryPlan::at_step(int step, int batch_rows) const {
  const auto round = static_cast<std::uint32_t>(step);
  QueryBatch batch(rows_.size());
  for (std::size_t p = 0; p < rows_.size(); ++p)
    for (std::uint32_t row : chosen_rows(p, static_cast<std::size_t>(batch_rows), round))
      for (std::size_t draw = 0; draw < draws_; ++draw) {
        const bool mirrored = pairing_ == Pairing::antithetic && draw % 2 == 1;
        const std::size_t drawn = round * draws_ + draw - (mirrored ? 1 : 0);
        batch[p].push_back({row, static_cast<std::uint32_t>(drawn), mirrored});
      }
  return batch;
}

QueryBatch QueryPlan::fixed(int rows) const {
  QueryBatch batch(rows_.size());
  for (std::size_t p = 0; p < rows_.size(); ++p)
    for (std::uint32_t row : chosen_rows(p, static_cast<std::size_t>(rows), kFixed))
      batch[p].push_back({row, kFixed});
  return batch;
}

}  // namespace drfs
