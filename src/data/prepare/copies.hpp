// Copies of a row: the same population, target and features, to the last bit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "data/prepare/row_weights.hpp"

namespace drfs {

using RowLists = std::vector<std::vector<std::uint32_t>>;

/// What the rows of a table hold.
struct RowContent {
  std::function<bool(std::uint32_t, std::uint32_t)> same;
  /// The bits of every column of numbers, the target among them, for the given rows.
  std::function<std::vector<std::vector<std::uint32_t>>(const std::vector<std::uint32_t>&)> numbers;
};

/// One row with the sum of the weights for each row and its copies, which stand beside each other
/// in `rows` (a list for each population). A copy among the rows that choose of a row that scores
/// would make the figures too good. Where more than one row in twenty is a copy, the table may have
/// few distinct rows: then repeats are observations, and all of them stay, unless there are at
/// least `least_rows` different ones and a column of many digits by which nearly all of them
/// differ, so that no two rows can be alike by chance.
void merge_copies(RowLists& rows, RowWeights& weights, const RowContent& content,
                  std::size_t least_rows, const std::string& source, const Context& context);

}  // namespace drfs
