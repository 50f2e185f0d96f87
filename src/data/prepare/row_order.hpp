// The order of a population's rows: random, and those that choose before those that score.
#pragma once

#include <cstdint>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

/// The random order of a population's rows, by its place in the data set: a function of the seed
/// and the number of rows.
std::vector<std::size_t> random_order(std::uint64_t seed, std::size_t population, std::size_t rows);

/// Row order[i] becomes row i, with all that belongs to it.
void put_in_order(Population&, const std::vector<std::size_t>& order);

}  // namespace drfs
