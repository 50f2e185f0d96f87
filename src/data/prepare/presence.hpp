// Where a column has values and where it has none, population by population.
#pragma once

#include <string>
#include <vector>

#include "data/prepare/grouping.hpp"
#include "drfs/data.hpp"

namespace drfs {

struct Presence {
  std::vector<bool> has_value;  ///< per group
  std::vector<bool> has_gap;    ///< per group: some of its rows lack a value

  bool any_gap() const;

  /// Whether a row has a value tells rows of one group apart.
  bool gaps_tell_rows_apart() const;
};

Presence presence_of(const Column& column, const Grouping& groups);

/// Throws a usage error for a population that there is none of.
void check_allowed_to_miss(const DatasetOptions& options, const Grouping& groups);

/// "has no value in population 'A'" and how to keep it, where groups that are not allowed to lack
/// the column do; else nothing. Such a feature was never collected there: filled with the values of
/// others it would be a constant, and the population could not be served by it.
std::string reason_it_is_missed(const Presence& presence, const Grouping& groups,
                                const DatasetOptions& options);

}  // namespace drfs
