// Copies of a row: the same population, target and features, to the last bit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "data/row_weights.hpp"

namespace drfs {

using RowLists = std::vector<std::vector<std::uint32_t>>;
using SameContent = std::function<bool(std::uint32_t, std::uint32_t)>;

/// One row with the sum of the weights for each row and its copies, which stand beside each other
/// in `rows` (a list for each population), where copies are rare. A copy among the rows that
/// choose of a row that scores would make the figures too good. Where more than one row in twenty
/// is a copy, the table has few distinct rows: repeats are observations, and all of them stay.
void merge_copies(RowLists& rows, RowWeights& weights, const SameContent& same,
                  const std::string& source, const Context& context);

}  // namespace drfs
