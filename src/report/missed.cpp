#include "report/missed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace drfs {

bool has_missed(const RunResult& result) {
  return std::ranges::any_of(result.selection.selected,
                             [](const auto& chosen) { return chosen.missed.has_value(); });
}

std::string missed_text(const ChosenFeature& chosen) {
  if (!chosen.missed) return "";
  return fmt::format("{:+.3f} ± {:.3f}", chosen.missed->loss, chosen.missed->standard_error);
}

std::string not_missed_sentence(const RunResult& result) {
  std::vector<std::string> names;
  for (const auto& chosen : result.selection.selected)
    if (chosen.missed && !chosen.missed->surely)
      names.push_back(result.features[chosen.feature].name);
  if (names.empty() || result.nothing_helps) return "";
  return fmt::format(
      "Not shown to help: {}. Without {} no population loses more than 1 % or what chance would "
      "give; "
      "drfs curve shows what smaller budgets do.",
      fmt::join(names, ", "), names.size() == 1 ? "it" : "any one of them");
}

}  // namespace drfs
