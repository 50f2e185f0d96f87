// The levels of a category: what each is called, and their order.
#pragma once

#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

/// A value of a category as the source stores it, and what the source calls it.
struct CodeLabel {
  std::string code;
  std::string label;
};

/// What each code is called: its label, or the code itself where it has none. Codes that share a
/// name, used or not, become "name (code)", so that no two of them run together.
std::vector<std::string> name_levels(std::vector<std::string> codes,
                                     const std::vector<CodeLabel>& labels);

/// Sorts the levels by their text and renumbers the codes.
void sort_levels(Column& column);

}  // namespace drfs
