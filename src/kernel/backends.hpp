// The names of the kernel's back ends.
#pragma once

#include <string>

#include "kernel/layout.hpp"

namespace drfs {

inline constexpr const char* kOracleName = "oracle";

/// The SIMD level of that name, which must be one that this machine can run.
const SimdLevel& simd_level(const std::string& name);

}  // namespace drfs
