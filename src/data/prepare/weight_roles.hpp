// Which columns hold weights: the option --weight and the pattern or list of its replicates.
#pragma once

#include "data/prepare/roles.hpp"

namespace drfs {

/// Throws a usage error where the options of weights contradict each other.
void check_weight_options(const DatasetOptions& options);

/// Fills in the columns of weights; the other roles but the features are known. Throws a usage
/// error for a name or a pattern that no column fits, and where a column has another role.
void assign_weights(const Table& table, const DatasetOptions& options, ColumnRoles& roles);

/// A column of weights that holds text.
[[noreturn]] void throw_text_weight(const std::string& source, const std::string& column);

}  // namespace drfs
