// Exact K nearest neighbours of one query: keeps the K largest log-weights.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace drfs {

/// Sets every value but the `count` largest to `never`; of equal values the first ones stay.
template <class Real>
void keep_nearest(std::span<Real> log_weight, std::size_t count, Real never) {
  if (count >= log_weight.size()) return;
  std::vector<Real> sorted(log_weight.begin(), log_weight.end());
  const auto last_kept = sorted.begin() + static_cast<std::ptrdiff_t>(count) - 1;
  std::ranges::nth_element(sorted, last_kept, std::greater<>());
  const Real threshold = *last_kept;
  std::size_t ties = count - static_cast<std::size_t>(std::ranges::count_if(
                                 log_weight, [&](Real value) { return value > threshold; }));
  for (Real& value : log_weight) {
    if (value > threshold) continue;
    if (value == threshold && ties > 0)
      --ties;
    else
      value = never;
  }
}

}  // namespace drfs
