// Small kernel problems with known inputs, shared by the kernel and objective tests.
#pragma once

#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "drfs/kernel.hpp"

namespace drfs {

struct KernelProblem {
  Matrix x;
  std::vector<float> mu, weight;
  std::vector<double> alpha;
  std::vector<Query> queries;

  KernelRows rows() const { return {x.view(), mu, weight}; }
};

/// Standard normal rows, mu a smooth function of them, uneven weights and noise levels around
/// `alpha`, one query per row up to `queries`.
inline KernelProblem make_problem(std::size_t rows, std::size_t columns, double alpha = 1.0,
                                  std::size_t queries = 40) {
  KernelProblem p{Matrix(rows, columns), {}, {}, {}, {}};
  const auto draw = [](std::size_t a, std::size_t b, std::uint32_t c) {
    return normals(99, Stream::bench,
                   {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), c, 0})[0];
  };
  for (std::size_t d = 0; d < columns; ++d) {
    for (std::size_t j = 0; j < rows; ++j) p.x(j, d) = static_cast<float>(draw(j, d, 0));
    p.alpha.push_back(alpha * std::exp(0.5 * draw(d, 0, 1)));
  }
  for (std::size_t j = 0; j < rows; ++j) {
    p.mu.push_back(std::sin(p.x(j, 0)) + 0.3F * p.x(j, columns / 2) + 0.1F);
    p.weight.push_back(static_cast<float>(std::exp(0.3 * draw(j, 0, 2))));
  }
  for (std::size_t q = 0; q < queries; ++q)
    p.queries.push_back(
        {static_cast<std::uint32_t>(q % rows), static_cast<std::uint32_t>(q / rows)});
  return p;
}

/// The plug-in score f^2, with a weight per query so that a lost or doubled query shows.
inline Score weighted_square(std::size_t query, double f) {
  const double weight = 1.0 + 0.01 * static_cast<double>(query % 7);
  return {weight * f * f, weight * 2 * f};
}

/// The largest difference of two gradients relative to the largest entry of the second.
inline double relative_error(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, size = 1e-300;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return difference / size;
}

}  // namespace drfs
