// Which column of a table plays which part: target, population, weight, candidate feature.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

struct ColumnRoles {
  std::size_t target = 0;
  std::vector<std::size_t> populations;
  std::optional<std::size_t> weight;
  std::vector<std::size_t> replicate_weights;  ///< in the order of their names
  std::vector<std::size_t> features;           ///< sorted by name
  std::vector<std::string> not_stored;         ///< candidate features of too many levels
};

/// Throws a usage error where an option is out of range or a column has two roles.
void check_options(const DatasetOptions& options);

/// Throws a usage error, with a suggestion, for a name that the table does not have.
ColumnRoles assign_roles(const Table& table, const DatasetOptions& options);

/// "a", or "a × b" where several columns are crossed.
std::string population_title(const DatasetOptions& options);

}  // namespace drfs
