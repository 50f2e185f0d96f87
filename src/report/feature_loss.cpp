#include "report/feature_loss.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/figures.hpp"

namespace drfs {

bool knows_losses(const RunResult& result) {
  return std::ranges::any_of(result.selection.selected,
                             [](const auto& chosen) { return chosen.loss_without.has_value(); });
}

std::string loss_text(const ChosenFeature& chosen) {
  if (!chosen.loss_without) return "";
  return fmt::format("{:+.3f} ± {:.3f}", chosen.loss_without->loss,
                     chosen.loss_without->standard_error);
}

std::string not_shown_to_help_sentence(const RunResult& result) {
  std::vector<std::size_t> features;
  for (const auto& chosen : result.selection.selected)
    if (chosen.loss_without && !chosen.loss_without->helps) features.push_back(chosen.feature);
  if (features.empty() || result.nothing_helps) return "";
  return fmt::format(
      "Not shown to help: {}. Without {} no population loses more than 1 %, or more than chance "
      "would explain; drfs curve shows what smaller budgets achieve.",
      listed(features, result.features), features.size() == 1 ? "it" : "any one of them");
}

std::string not_needed_sentence(const RunResult& result) {
  const auto& course = result.selection.refinement;
  if (!course || course->not_needed.empty() || result.nothing_helps) return "";
  const char* const them = course->not_needed.size() == 1 ? "it" : "them";
  return fmt::format(
      "Left out, though the budget has room: {}. With {} no population would gain more than 1 % of "
      "the worst risk, or than chance would give; --fill takes {}.",
      listed(course->not_needed, result.features), them, them);
}

}  // namespace drfs
