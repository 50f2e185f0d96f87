// Conditional means: mu_hat(x) = E[y | x] per population, out of fold: no row's estimate comes from
// a model that has seen that row's outcome.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "drfs/data.hpp"
#include "drfs/models.hpp"

namespace drfs {

struct MeansOptions {
  int folds = 5;  ///< folds of the out-of-fold means
  /// For a program that brings its own model; empty: the one of ModelOptions.
  std::function<std::unique_ptr<Model>(Task)> make_model = {};
  /// Whether Means::blind is asked for: one more model for every two folds.
  bool blind = false;
  /// Most rows of all populations together that a model which they share learns from; 0: every
  /// population learns from its own rows alone.
  std::size_t lent_rows = 0;
};
void describe(MeansOptions&, OptionVisitor&);
void check(const MeansOptions&);

struct Means {
  /// Per population: mu_hat of its selection rows, in order; of several classes, the probabilities
  /// of the first for every row, then those of the second, …
  std::vector<std::vector<float>> mu;
  /// Per population: the fold of each row.
  std::vector<std::vector<std::uint32_t>> fold;
  /// Per population and fold: mu_hat as above, of models that have seen the outcome neither of the
  /// row nor of any row of the fold. Empty unless it was asked for.
  std::vector<std::vector<std::vector<float>>> blind;
  /// Per population and column: the share of the fit's gain, over the folds' models. Sums to 1,
  /// or is 0 throughout where no column helped.
  std::vector<std::vector<double>> importance;
  /// Per population: the share of the model of all rows in mu_hat; the rest is of its own rows.
  std::vector<double> borrowed;
};

/// Folds and populations are fitted in parallel.
Means conditional_means(const Dataset&, const ModelOptions&, const MeansOptions&,
                        std::uint64_t seed, const Context&);

}  // namespace drfs
