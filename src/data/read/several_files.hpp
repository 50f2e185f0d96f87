// DATA that is several files: each is read by the same plan, and their rows are put together.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

using ReadOne = std::function<Table(const std::string& data, const ColumnPlan&)>;

/// One file is read as it is. Of several, every one must have the columns that the plan requires;
/// what is text in one is text in all; what one lacks is missing there, with a remark. Where the
/// plan asks for @file, the table has that column.
Table read_files(const std::vector<std::string>& data, const ColumnPlan& plan, const ReadOne& read,
                 const Context& context);

}  // namespace drfs
