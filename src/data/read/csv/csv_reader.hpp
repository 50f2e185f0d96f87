// Reads delimited text, plain or gzip, into a table.
#pragma once

#include <string>
#include <vector>

#include "data/read/csv/csv_blocks.hpp"
#include "drfs/data.hpp"

namespace drfs {

struct DelimitedKind {
  char delimiter = ',';  ///< the usual one, unless the options or the header say otherwise
  bool gzip = false;
};

Table read_delimited(const std::string& path, const DelimitedKind& kind, const ReadOptions& options,
                     const ColumnPlan& plan, const Context& context, const BlockSizes& sizes = {});

}  // namespace drfs
