// Reads a file of SPSS, Stata or SAS into a table.
#pragma once

#include <string>

#include "data/read/stat/stat_file.hpp"
#include "drfs/data.hpp"

namespace drfs {

/// A variable of texts is a category. One of numbers is a category, its levels called by their
/// labels, where the plan says so, where SPSS calls it nominal, or where it is the target and has a
/// label for every value that occurs; else it stays numbers and keeps its labels for display.
Table read_stat_file(const std::string& path, StatFormat format, const ReadOptions& options,
                     const ColumnPlan& plan, const Context& context);

}  // namespace drfs
