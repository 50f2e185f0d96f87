// What the rows of a table count: survey or inverse-probability weights, and the replicates of
// these by which a survey states how sure its figures are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/prepare/grouping.hpp"
#include "data/prepare/roles.hpp"
#include "drfs/data.hpp"

namespace drfs {

struct RowWeights {
  std::vector<double> weight;                  ///< one per row of the table
  std::vector<std::vector<float>> replicates;  ///< likewise, for each replicate

  /// Decides between rows that are equal in all else.
  bool less(std::size_t a, std::size_t b) const;

  /// Row `to` stands for row `from` as well.
  void merge(std::size_t to, std::size_t from);

  /// Those of some rows, with mean 1, and their replicates.
  void fill(Population& population, const std::vector<std::uint32_t>& rows) const;
};

/// Consumes the columns. Rows without a weight or of weight 0 leave their group and are counted;
/// without a weight column every row counts 1. Throws where a weight is negative or not finite,
/// or a group has no row left.
RowWeights read_weights(Table& table, const ColumnRoles& roles, Grouping& groups, Dataset& dataset,
                        const Context& context);

/// What the squared deviations of so many replicates' figures are multiplied by.
double replicate_scale(const DatasetOptions& options, std::size_t replicates);

}  // namespace drfs
