// Tables are worked through in blocks of rows: large enough for fast products of matrices, small
// enough that a copy in double precision stays in the cache, whatever the number of rows.
#pragma once

#include <cstddef>

namespace drfs {

inline constexpr std::size_t kBlockRows = 512;

}  // namespace drfs
