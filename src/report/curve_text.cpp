// The curve for a person at a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drfs/curve_report.hpp"
#include "report/figures.hpp"

namespace drfs {
namespace {

bool is_scored(const CurvePoint& point) {
  return !std::isnan(worst_of(point.populations).risk.value);
}

/// What the choice has that the smaller one has not, and what went for it.
std::string change_text(const CurveResult& result, std::size_t point) {
  const auto now = chosen_set(result.points[point].selection);
  if (point == 0) return listed(now, result.features);
  const auto before = chosen_set(result.points[point - 1].selection);
  std::vector<std::size_t> added, gone;
  std::ranges::set_difference(now, before, std::back_inserter(added));
  std::ranges::set_difference(before, now, std::back_inserter(gone));
  if (added.empty() && gone.empty()) return "as before: no further feature helps";
  std::string text = "+ " + listed(added, result.features);
  return gone.empty() ? text : text + "  - " + listed(gone, result.features);
}

std::string points_text(const CurveResult& result) {
  std::string text = fmt::format("  {:>6}  {:<15}  {:<14}  {}\n", "budget", "worst risk",
                                 "population", "features");
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    const auto& worst = worst_of(result.points[i].populations);
    text += fmt::format("{} {:>6}  {}  {}  {}\n", result.knee == i ? ">" : " ",
                        result.points[i].budget, padded(risk_text(worst.risk), 15),
                        padded(is_scored(result.points[i]) ? worst.name : "–", 14),
                        change_text(result, i));
  }
  return text;
}

std::string signed_text(double value, double error) {
  return fmt::format("{:+.3f} ± {:.3f}", value, error);
}

/// The feature or features that come where one goes.
std::string newcomers(const CurveResult& result, const Worth& worth) {
  const auto set = chosen_set(result.points[*result.knee].selection);
  std::vector<std::size_t> added;
  std::ranges::set_difference(worth.instead, set, std::back_inserter(added));
  return listed(added, result.features);
}

std::string worth_text(const CurveResult& result) {
  if (result.worth.empty()) return "";
  std::size_t width_of_names = 10;
  for (const auto& worth : result.worth)
    width_of_names = std::max(width_of_names, width(result.features[worth.feature].name));
  std::string text = fmt::format(
      "\nWhat each feature of budget {} is worth, by the search's own cross-validation\n\n  {}  "
      "{:<16}  {:<16}  {}\n",
      result.points[*result.knee].budget, padded("feature", width_of_names), "without it",
      "replaced", "by");
  for (const auto& worth : result.worth)
    text += fmt::format(
        "  {}  {}  {}  {}\n", padded(result.features[worth.feature].name, width_of_names),
        padded(signed_text(worth.loss, worth.loss_se), 16),
        padded(worth.instead.empty() ? "–" : signed_text(worth.loss_instead, worth.loss_instead_se),
               16),
        newcomers(result, worth));
  return text;
}

std::string price_text(const CurveResult& result) {
  if (result.price.empty()) return "";
  std::size_t width_of_names = 10, width_of_columns = 15;
  for (const auto& set : result.price) width_of_names = std::max(width_of_names, width(set.name));
  const auto& populations = result.points[0].populations;
  for (const auto& p : populations) width_of_columns = std::max(width_of_columns, width(p.name));
  std::string text = fmt::format("\nThe price of robustness: risk in each population\n\n  {}",
                                 padded("set", width_of_names));
  for (const auto& p : populations) text += "  " + padded(p.name, width_of_columns);
  text += "  features\n";
  for (const auto& set : result.price) {
    text += "  " + padded(set.name, width_of_names);
    for (const auto& risk : set.risk) text += "  " + padded(risk_text(risk), width_of_columns);
    text += "  " + listed(set.features, result.features) + "\n";
  }
  return text;
}

}  // namespace

std::string curve_text(const CurveResult& result, const CurveOptions& options) {
  std::string text = fmt::format(
      "{} for {} (method {}, {}, seed {})\n\n", counted(result.features.size(), "feature"),
      counted(result.points[0].populations.size(), "population"), options.run.select.method,
      name_of(result.task, kTaskNames), options.run.select.seed);
  text += points_text(result);
  if (result.knee && *result.knee + 1 < result.points.size())
    text += fmt::format(
        "\n> Budget {} is enough: with larger ones no population gains more than 1 % of the worst "
        "risk, or than chance would give, by the search's own measure.\n",
        result.points[*result.knee].budget);
  else if (result.knee)
    text += "\n> The largest of these budgets serves better than all the smaller ones.\n";
  text += worth_text(result) + price_text(result);
  if (!is_scored(result.points[0]))
    return text + "\nInterrupted: these are the choices so far, and they have not been scored.\n";
  return text +
         fmt::format(
             "\nRisk: {}; 0 is perfect, 1 is no better than knowing nothing.\nTime: {:.1f} s\n",
             risk_meaning(result.task, result.figures), result.total_seconds);
}

}  // namespace drfs
