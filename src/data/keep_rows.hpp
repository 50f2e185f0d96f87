// A table with some of its rows.
#pragma once

#include <cstddef>
#include <span>

#include "drfs/data.hpp"

namespace drfs {

/// The rows listed, in that order. Levels that no row has any more stay.
Table keep_rows(Table table, std::span<const std::size_t> rows);

}  // namespace drfs
