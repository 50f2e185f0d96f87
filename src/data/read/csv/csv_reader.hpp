// Reads delimited text, plain or gzip, into a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/read/csv/csv_blocks.hpp"
#include "drfs/data.hpp"

namespace drfs {

struct DelimitedKind {
  char delimiter = ',';  ///< the usual one, unless the options or the header say otherwise
  bool gzip = false;
};

/// By the path's extension; nothing where it is none of delimited text.
std::optional<DelimitedKind> delimited_kind(const std::string& path);

Table read_delimited(const std::string& path, const DelimitedKind& kind, const ReadOptions& options,
                     const ColumnPlan& plan, const Context& context, const BlockSizes& sizes = {});

}  // namespace drfs
