// The noise of a query, the same for every back end.
#pragma once

#include <span>

#include "drfs/kernel.hpp"

namespace drfs {

/// Fills `out` with epsilon_d, d = 0, 1, …: docs/method.md, equation (2).
void query_noise(const NoiseSource&, const Query&, std::span<float> out);

}  // namespace drfs
