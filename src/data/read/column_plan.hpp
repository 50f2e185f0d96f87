// Which columns of a source a plan keeps. Readers ask before they read; the built-in
// sets are cut down afterwards.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

/// What the plan says about each column of a source, in the source's order.
struct PlannedColumns {
  std::vector<bool> keep;
  std::vector<bool> categorical;
  std::vector<std::size_t> most_levels;  ///< 0: no limit
};

/// Throws a usage error for a name of the plan that the source does not have.
void check_names(const std::string& source, const std::vector<std::string>& names,
                 const ColumnPlan& plan);

/// Checks the names, unless the plan is of a part, which may lack some.
PlannedColumns plan_for(const std::string& source, const std::vector<std::string>& names,
                        const ColumnPlan& plan);

/// Drops and converts the columns of a complete table.
void apply_plan(Table& table, const ColumnPlan& plan);

/// Numbers become levels, sorted: the label of each distinct value, or its shortest text where it
/// has none.
void make_categorical(Column& column);

}  // namespace drfs
