// Several budgets of features, as they are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drfs {

/// `1..12`, `2,4,8` or both, ascending; throws Error for anything else, and where one is there
/// twice.
std::vector<int> parse_budgets(std::string_view option, const std::string& text);
std::string budgets_text(const std::vector<int>& budgets);

/// Refuses none at all, and what is not ascending or below 1.
void check_budgets(std::string_view option, const std::vector<int>& budgets);

}  // namespace drfs
