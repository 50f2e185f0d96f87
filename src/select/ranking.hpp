// Features in the order of a score; ties by the order of the features, which is that of their
// names.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

using Ranking = std::vector<std::size_t>;  ///< features, best first

/// A feature's importance is that of its columns together, their sum.
inline std::vector<double> feature_importance(const Dataset& data,
                                              const std::vector<double>& columns) {
  std::vector<double> out;
  for (const auto& feature : data.features) {
    const auto first = columns.begin() + static_cast<std::ptrdiff_t>(feature.first_column);
    out.push_back(
        std::accumulate(first, first + static_cast<std::ptrdiff_t>(feature.column_count), 0.0));
  }
  return out;
}

template <class Order>
Ranking rank_by(const std::vector<double>& score, Order order) {
  Ranking out(score.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::ranges::stable_sort(out, order, [&](std::size_t feature) { return score[feature]; });
  return out;
}

inline Ranking least_first(const std::vector<double>& score) {
  return rank_by(score, std::less{});
}

inline Ranking largest_first(const std::vector<double>& score) {
  return rank_by(score, std::greater{});
}

}  // namespace drfs
