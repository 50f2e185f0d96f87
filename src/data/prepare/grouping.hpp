// Rows to populations: the population columns crossed, small populations refused or
// pooled, names sorted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

struct Grouping {
  std::vector<std::string> names;
  std::vector<std::int32_t> group_of_row;  ///< index into names; -1: the row is left out

  std::vector<std::size_t> sizes() const;
};

/// Crosses the given columns of the table. A row that misses any of them is in no group.
Grouping group_rows(Table& table, const std::vector<std::size_t>& columns);

/// Refuses groups below min_rows, or pools them into "other"; drops the names of empty groups
/// and sorts the rest.
void settle_groups(Grouping& groups, const std::string& source, const DatasetOptions& options,
                   const Context& context);

}  // namespace drfs
