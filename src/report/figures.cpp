#include "report/figures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace drfs {

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0U) != 0x80U; }));
}

std::string padded(std::string_view text, std::size_t columns) {
  return std::string(text) + std::string(columns - std::min(columns, width(text)), ' ');
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (width(text) <= columns) return std::string(text);
  while (width(text) >= columns) text.remove_suffix(1);
  return std::string(text) + "…";
}

std::string thousands(std::size_t value) {
  std::string digits = std::to_string(value);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string risk_text(const Risk& risk) {
  if (std::isnan(risk.value)) return "–";
  if (std::isnan(risk.standard_error)) return fmt::format("{:.3f} ± –", risk.value);
  return fmt::format("{:.3f} ± {:.3f}", risk.value, risk.standard_error);
}

std::string counted(std::size_t count, const std::string& thing) {
  return fmt::format("{} {}{}", thousands(count), thing, count == 1 ? "" : "s");
}

std::string risk_meaning(Task task, Figures figures) {
  return fmt::format("{} {}",
                     task == Task::regression ? "share of the variance left unexplained"
                                              : "log loss relative to that of the base rate",
                     figures == Figures::held_out ? "on held-out rows"
                                                  : "on rows left out in turn (cross-fitted)");
}

std::string value_labels_text(const Feature& feature) {
  std::string text;
  for (const auto& [value, label] : feature.value_labels)
    text += fmt::format("{}{:g} = {}", text.empty() ? "" : ", ", value, label);
  return text;
}

std::string escaped_html(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::vector<std::string> feature_names(const std::vector<std::size_t>& set,
                                       const std::vector<Feature>& features) {
  std::vector<std::string> names;
  for (std::size_t feature : set) names.push_back(features[feature].name);
  return names;
}

std::string listed(const std::vector<std::size_t>& set, const std::vector<Feature>& features) {
  return fmt::format("{}", fmt::join(feature_names(set, features), ", "));
}

std::string not_scored_sentence(const RunResult& result) {
  return result.interrupted
             ? "Interrupted: this is the best choice so far, and it has not been scored."
             : "Not scored: with --selection-share 1 all rows choose. Leave the option out to see "
               "each "
               "population's risk.";
}

std::string nothing_helps_text(const RunResult& result) {
  if (!result.scored())
    return "No feature helps: even all candidate features together are not shown to predict the "
           "outcome, neither in any population nor in all of them together.";
  const auto& best =
      *std::ranges::min_element(result.populations, {}, [](const auto& p) { return p.risk.value; });
  return fmt::format(
      "No feature helps: with the chosen features, and with all of them, every population is "
      "predicted no better than by knowing nothing (risk {} and {} in the best-served, {}).{}",
      risk_text(best.risk), risk_text(best.risk_all_features), best.name,
      result.selection.refinement ? " Nor do the populations show anything together." : "");
}

}  // namespace drfs
