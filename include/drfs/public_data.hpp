// The paper's real data sets: how they become tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "drfs/core.hpp"
#include "drfs/data.hpp"

namespace drfs {

/// UCI Adult: adult.data and adult.test of `folder`, or of its subfolder adult, as 44 columns of
/// numbers (a category is one column of 0 and 1 per level, "workclass=Private") and the
/// categories "income" and "sex". Rows stay in the order of the files.
Table read_adult(const std::string& folder, const Context& context = {});

/// A random share of the rows, in their order: whether a row stays depends on the seed and its
/// number alone.
Table keep_share(Table table, double share, std::uint64_t seed);

}  // namespace drfs
