// What the columns stand for, from a file of its own: the text of a question, the name of a test.
#pragma once

#include <string>

#include "drfs/data.hpp"

namespace drfs {

/// Reads a CSV file with the columns `column` and `label`. Columns that are no candidates are
/// passed over.
void apply_labels(Dataset&, const std::string& path, const Context&);

}  // namespace drfs
