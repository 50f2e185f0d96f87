#include "pipeline/budgets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "drfs/core.hpp"
#include "drfs/parse_number.hpp"

namespace drfs {
namespace {

constexpr int kMostBudgets = 1000;

[[noreturn]] void throw_budgets(std::string_view option, const std::string& text) {
  throw Error(ErrorCode::usage,
              {fmt::format("option --{}", option), text, "is not a list of budgets",
               "Give a range such as 1..12 or a list such as 2,4,8, of at least 1"});
}

}  // namespace

std::vector<int> parse_budgets(std::string_view option, const std::string& text) {
  const auto number_in = [&](std::string_view part) {
    const auto value = parse_number<int>(part);
    if (!value || *value < 1) throw_budgets(option, text);
    return *value;
  };
  std::vector<int> budgets;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    const auto dots = part.find("..");
    const int first = number_in(part.substr(0, dots));
    const int last = dots == std::string_view::npos ? first : number_in(part.substr(dots + 2));
    if (last < first || last - first >= kMostBudgets) throw_budgets(option, text);
    for (int budget = first; budget <= last; ++budget) budgets.push_back(budget);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  std::ranges::sort(budgets);
  const auto twice = std::ranges::adjacent_find(budgets);
  if (twice != budgets.end())
    throw Error(ErrorCode::usage, {fmt::format("option --{}", option), fmt::format("{}", *twice),
                                   "is named twice", "Name each budget once"});
  return budgets;
}

std::string budgets_text(const std::vector<int>& budgets) {
  if (budgets.size() > 2 &&
      budgets.back() - budgets.front() + 1 == static_cast<int>(budgets.size()))
    return fmt::format("{}..{}", budgets.front(), budgets.back());
  return fmt::format("{}", fmt::join(budgets, ","));
}

void check_budgets(std::string_view option, const std::vector<int>& budgets) {
  const bool ascending = std::ranges::adjacent_find(budgets, std::greater_equal{}) == budgets.end();
  if (budgets.empty() || budgets.front() < 1 || !ascending)
    throw_budgets(option, fmt::format("{}", fmt::join(budgets, ",")));
}

}  // namespace drfs
