// The target column to y: decides the task, or checks the one asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/prepare/grouping.hpp"
#include "drfs/data.hpp"

namespace drfs {

struct Target {
  Task task = Task::regression;
  std::vector<std::string> levels;  ///< the two classes of a binary target
  std::vector<float> y;             ///< one per row of the table; NaN where missing
};

/// Consumes the column. Rows outside every group do not count.
Target read_target(Column& column, const Grouping& groups, const std::string& source, Task wanted);

}  // namespace drfs
