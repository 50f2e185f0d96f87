// How a population borrows from the others where models are of any kind: what it predicts is a
// mixture of a model of its own rows and one of the rows of all populations. How much of the latter
// there is, its own rows say, once, with all features: asked for every set anew, they would
// flatter.
#pragma once

#include <span>
#include <vector>

#include "drfs/models.hpp"

namespace drfs {

/// Of one population, the rows that a model learns from or is asked about.
struct RowsOfPopulation {
  std::size_t population = 0;
  std::vector<std::size_t> rows;
};

/// What is known without any feature, one number per outcome: the mean, or the shares of classes.
struct BaseRates {
  std::vector<float> together;
  std::vector<std::vector<float>> own;  ///< per population
};

/// Fits the model to all of these under one another; the base rates are of the same rows.
BaseRates fit_together(Model&, const Dataset&, const std::vector<std::size_t>& columns,
                       std::span<const RowsOfPopulation>);

/// Predictions with one base rate, for a population with another one: moved by the difference, so
/// that what is borrowed is what the features tell. Probabilities stay within 0 and 1.
std::vector<float> move_base(std::vector<float> predicted, std::span<const float> from,
                             std::span<const float> to, Task);

/// The share, from 0 to 1, of what all rows together say that leaves the least squared error on all
/// selection rows of the population; both predictions are laid out as by Model::predict and have
/// not seen their rows.
double borrowed_share(const Dataset&, const Population&, std::span<const float> own,
                      std::span<const float> together);

/// So much of what all rows together say, the rest of the population's own.
std::vector<float> mixed(std::span<const float> own, std::span<const float> together, double share);

}  // namespace drfs
