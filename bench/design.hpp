// Made-up tables whose best feature set is known: independent normal features, outcomes that are
// sums of terms, so that what a set leaves unexplained follows from the terms that it cannot see.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "best_set.hpp"
#include "drfs/data.hpp"

namespace drfs::bench {

enum class Shape { linear, sine, product };

/// coefficient * x_i, coefficient * sin(2 x_i), or coefficient * x_i * x_j.
struct Term {
  Shape shape = Shape::linear;
  double coefficient = 1;
  Set features;
};

struct PopulationDesign {
  int rows = 0;
  std::vector<Term> terms;
  double noise_variance = 0;
};

/// A noise column that repeats a feature: correlation 0.9.
struct Copy {
  int column = 0;
  int original = 0;
};

struct Design {
  int features = 0;
  std::vector<Copy> copies;
  std::vector<PopulationDesign> populations;
};

/// Columns x0, x1, …, y and population (A, B, …).
Table draw(const Design&, std::uint64_t seed);

/// The worst population's share of the variance that the best predictor from `set` leaves.
double worst_share(const Design&, const Set& set);

/// The features that appear in a term.
Set signals(const Design&);

/// 3 to 6 populations of 300 to 6,000 rows, 40 features of which 12 can matter.
Design random_design(std::uint64_t seed);

/// 500 features, 4 populations of 2,500 rows, `signal_count` linear signals, a copy of each; the
/// rest is noise.
Design wide_design(int signal_count, std::uint64_t seed);

/// 12 populations of 200 to 8,000 rows, 40 features of which 14 can matter, four to a population.
Design unequal_design(std::uint64_t seed);

/// 4 populations of 500 rows, 20 features, and outcomes that have nothing to do with them.
Design noise_design();

}  // namespace drfs::bench
