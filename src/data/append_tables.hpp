// Tables, one below the other.
#pragma once

#include <vector>

#include "data/read/column_plan.hpp"
#include "drfs/data.hpp"

namespace drfs {

/// Whether a column says something of its type: one of numbers that are all missing does not.
bool has_values(const Column& column);

/// The rows of all parts in their order, columns matched by name. A column that is a category in
/// some part must be one, or without values, in all. Consumes the parts column by column.
Table append_tables(std::vector<Table> parts, const ColumnPlan& plan);

}  // namespace drfs
