// A small table on which the aims choose differently, shared by the tests that compare a search
// with brute force over all of its sets.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "drfs/select.hpp"
#include "select/feature_set.hpp"

namespace drfs::testing {

inline constexpr std::size_t kFeatures = 7;
inline constexpr std::size_t kPopulations = 4;

/// The share of each population's variance that each feature explains.
inline constexpr double kExplains[kPopulations][kFeatures] = {
    {0.00, 0.39, 0.03, 0.13, 0.03, 0.10, 0.27},
    {0.01, 0.27, 0.29, 0.01, 0.14, 0.00, 0.03},
    {0.11, 0.01, 0.21, 0.15, 0.08, 0.33, 0.00},
    {0.52, 0.08, 0.01, 0.01, 0.05, 0.26, 0.01}};

inline Dataset four_populations(std::size_t rows = 2500) {
  Dataset data;
  for (std::size_t d = 0; d < kFeatures; ++d)
    data.features.push_back({std::string(1, static_cast<char>('a' + d)), d, 1, {}});
  for (std::uint32_t p = 0; p < kPopulations; ++p) {
    Population population{std::string(1, static_cast<char>('A' + p)),
                          Matrix(rows, kFeatures),
                          {},
                          std::vector<float>(rows, 1),
                          0};
    for (std::uint32_t j = 0; j < rows; ++j) {
      double y = 0, unexplained = 1;
      for (std::uint32_t d = 0; d < kFeatures; ++d) {
        const double x = normals(5, Stream::bench, {p, j, d, 0})[0];
        population.x(j, d) = static_cast<float>(x);
        y += std::sqrt(kExplains[p][d]) * x;
        unexplained -= kExplains[p][d];
      }
      y += std::sqrt(unexplained) * normals(5, Stream::bench, {p, j, 99, 0})[0];
      population.y.push_back(static_cast<float>(y));
    }
    data.populations.push_back(std::move(population));
  }
  split_rows(data, {}, 0);
  standardise(data);
  return data;
}

inline std::string letters(const FeatureSet& set) {
  std::string out;
  for (std::size_t feature : set) out += static_cast<char>('a' + feature);
  return out;
}

}  // namespace drfs::testing
