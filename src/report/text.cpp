// The result for a person at a terminal, and the trace for a spreadsheet.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "drfs/report.hpp"
#include "report/aim.hpp"
#include "report/csv_field.hpp"
#include "report/feature_loss.hpp"
#include "report/figures.hpp"
#include "report/spending.hpp"
#include "report/stability.hpp"

namespace drfs {
namespace {

std::string populations_text(const std::vector<PopulationFigures>& figures,
                             const std::string& meaning, std::size_t name_width) {
  std::string text = fmt::format("\n  {}  {:>9}  {:<15}  {}\n", padded("population", name_width),
                                 "rows", "risk", "risk with all features");
  for (const auto& p : figures) {
    const std::string with_all = risk_text(p.risk_all_features);
    text += fmt::format("  {}  {:>9}  {}  {}\n", padded(p.name, name_width), thousands(p.rows),
                        padded(risk_text(p.risk), 15),
                        &p == &worst_of(figures) ? padded(with_all, 15) + "  worst" : with_all);
  }
  return text +
         fmt::format("\nRisk: {}; 0 is perfect, 1 is no better than knowing nothing.\n", meaning);
}

bool relaxed(const RunResult& result) {
  return !result.selection.relaxation.alpha.empty();
}

std::string costs_text(const ChosenFeature& chosen) {
  std::string text;
  for (double cost : chosen.cost) text += fmt::format("{}{:g}", text.empty() ? "" : " + ", cost);
  return text;
}

std::string spending_text(const RunResult& result) {
  if (!has_costs(result)) return "";
  std::string text = "\n";
  for (const auto& [resource, limit, spent] : result.selection.spending)
    text += fmt::format("{}{}: {:g}", text.size() > 1 ? "; " : "", resource, spent) +
            (limit ? fmt::format(" of {:g}", *limit) : "");
  if (!result.selection.set_ups.empty())
    text += fmt::format(" (with {})", fmt::join(result.selection.set_ups, ", "));
  return text + "\n";
}

/// Columns that do not apply, the noise of a method without noise among them, are left out. Labels,
/// which may be whole questions, come last and are cut; the record has all of them.
std::string chosen_table(const RunResult& result, std::size_t name_width) {
  const bool resampled = result.stability && result.stability->resamples > 0;
  const bool searched = knows_losses(result);
  const auto row = [&](std::string_view rank, std::string_view name, const std::string& loss,
                       const std::string& noise, const std::string& cost,
                       const std::string& chosen_in, std::string_view label) {
    constexpr std::size_t kLabelWidth = 60;
    std::string line = fmt::format("  {:>4}  {}", rank, padded(name, name_width));
    if (searched) line += "  " + padded(loss, 15);
    if (relaxed(result)) line += "  " + padded(noise, 10);
    if (has_costs(result)) line += "  " + padded(cost, 8);
    if (resampled) line += "  " + padded(chosen_in, 20);
    line += "  " + shortened(label, kLabelWidth);
    line.resize(line.find_last_not_of(' ') + 1);
    return line + "\n";
  };
  const bool labelled = std::ranges::any_of(result.selection.selected, [&](const auto& chosen) {
    return !result.features[chosen.feature].label.empty();
  });
  std::string text =
      row("rank", "feature", "without it", "noise", "cost", "chosen in", labelled ? "label" : "");
  for (std::size_t i = 0; i < result.selection.selected.size(); ++i) {
    const auto& chosen = result.selection.selected[i];
    text += row(std::to_string(i + 1), result.features[chosen.feature].name, loss_text(chosen),
                chosen.noise ? fmt::format("{:.4g}", *chosen.noise) : "", costs_text(chosen),
                resampled ? drfs::chosen_in(*result.stability, chosen.feature) : "",
                result.features[chosen.feature].label);
  }
  return text;
}

}  // namespace

std::string selection_text(const RunResult& result, const RunOptions& options) {
  std::string text;
  auto out = std::back_inserter(text);
  std::size_t rows = 0, name_width = 10;
  for (const auto& p : result.populations) {
    rows += p.rows;
    name_width = std::max(name_width, width(p.name));
  }
  for (const auto& chosen : result.selection.selected)
    name_width = std::max(name_width, width(result.features[chosen.feature].name));
  if (result.nothing_helps) text += nothing_helps_text(result) + "\n\n";
  fmt::format_to(out, "{} of {} for {}, {} (method {}, {}, seed {})\n\n",
                 result.selection.selected.size(), counted(result.features.size(), "feature"),
                 counted(result.populations.size(), "population"), counted(rows, "row"),
                 options.select.method, name_of(result.task, kTaskNames), options.select.seed);

  if (result.nothing_helps) text += "What was chosen, for the record; not a recommendation:\n\n";
  text += chosen_table(result, name_width);
  for (const auto& sentence : {not_shown_to_help_sentence(result), not_needed_sentence(result)})
    if (!sentence.empty()) text += "\n" + sentence + "\n";
  text += spending_text(result) + stability_text(result);
  if (result.scored())
    text +=
        populations_text(result.populations, risk_meaning(result.task, result.figures), name_width);
  else
    text += "\n" + not_scored_sentence(result) + "\n";
  if (result.interrupted) return text;
  for (const auto& sentence : {aim_sentence(result, options), max_risk_sentence(result, options)})
    if (!sentence.empty()) text += sentence + "\n";
  const Selection& selection = result.selection;
  const std::string choice =
      relaxed(result)
          ? fmt::format("means {:.1f}, relaxation {:.1f}, search {:.1f}", selection.means_seconds,
                        selection.relax_seconds, selection.refine_seconds)
          : fmt::format("choice {:.1f}", selection.choose_seconds);
  fmt::format_to(
      out, "Time: {:.1f} s (read {:.1f}, {}, scoring {:.1f}{})\n", result.total_seconds,
      result.load_seconds, choice, result.evaluate_seconds,
      result.stability ? fmt::format(", resamples {:.1f}", result.bootstrap_seconds) : "");
  return text;
}

std::string evaluation_text(const SetEvaluation& evaluation, const EvaluateOptions& options) {
  std::size_t name_width = 10;
  for (const auto& p : evaluation.populations) name_width = std::max(name_width, width(p.name));
  return fmt::format("{} for {} (model {}, {}, seed {})\n",
                     counted(evaluation.features.size(), "feature"),
                     counted(evaluation.populations.size(), "population"), options.model.model,
                     name_of(evaluation.task, kTaskNames), options.seed) +
         populations_text(evaluation.populations, risk_meaning(evaluation.task, evaluation.figures),
                          name_width);
}

std::string trace_csv(const RunResult& result) {
  std::string text = "step,objective,checked,lambda";
  for (const auto& p : result.populations) text += "," + csv_field("risk " + p.name);
  for (const auto& feature : result.features) text += "," + csv_field("alpha " + feature.name);
  text += "\n";
  auto out = std::back_inserter(text);
  for (const auto& point : result.selection.relaxation.trace) {
    fmt::format_to(out, "{},{},{},{}", point.step, point.objective,
                   point.checked ? fmt::format("{}", *point.checked) : "", point.lambda);
    for (double risk : point.risk) fmt::format_to(out, ",{}", risk);
    for (double alpha : point.alpha) fmt::format_to(out, ",{}", alpha);
    text += "\n";
  }
  return text;
}

}  // namespace drfs
