// The scalar double-precision smoother; see oracle.cpp.
#pragma once

#include <memory>

#include "drfs/kernel.hpp"

namespace drfs {

/// The rows must outlive the smoother.
std::unique_ptr<Smoother> make_oracle(const KernelRows&, const NoiseSource&,
                                      std::size_t neighbours);

}  // namespace drfs
