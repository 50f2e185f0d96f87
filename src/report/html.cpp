// The report: one page with no outside parts, its charts drawn as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "drfs/report.hpp"
#include "report/aim.hpp"
#include "report/feature_loss.hpp"
#include "report/figures.hpp"
#include "report/option_values.hpp"
#include "report/spending.hpp"
#include "report/stability.hpp"

namespace drfs {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>drfs: chosen features</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
 body{font:16px/1.5 system-ui,sans-serif;color:#1b1f24;max-width:56rem;margin:2rem auto;padding:0 1rem}
 h1{font-size:1.6rem;margin-bottom:.2rem} h2{font-size:1.15rem;margin-top:2.2rem}
 table{border-collapse:collapse;width:100%} th{text-align:left;font-weight:600}
 th,td{padding:.3rem .8rem .3rem 0;border-bottom:1px solid #e4e7eb;vertical-align:middle}
 table.narrow{width:auto} table.narrow td,table.narrow th{padding-right:2rem}
 td.n,th.n{text-align:right;font-variant-numeric:tabular-nums} .quiet{color:#5b6570}
 .bar{fill:#2f6f9f} .worst .bar{fill:#b3541e} .other{fill:#9aa5b1} .whole{fill:#e8ecf0} .mark{stroke:#1b1f24;stroke-width:2}
 .error{stroke:#1b1f24;stroke-width:1} details{margin-top:2rem} polyline{fill:none;stroke-width:1.5}
 .alarm{border-left:4px solid #b3541e;background:#fbf1ea;padding:.6rem 1rem;font-weight:600}
 svg text{font:12px system-ui,sans-serif;fill:#5b6570}
</style></head><body>
)";

/// A risk from 0 to `whole`, with one standard error to each side, a mark where all features
/// would lead, and a line at 1, where nothing is known.
std::string risk_bar(const Risk& risk, const Risk& all, double whole) {
  constexpr double kWidth = 260;
  const auto x = [&](double value) { return kWidth * std::clamp(value / whole, 0.0, 1.0); };
  const double error = std::isnan(risk.standard_error) ? 0 : risk.standard_error;
  return fmt::format(
      R"(<svg width="{0}" height="16" role="img"><rect class="whole" width="{5:.1f}" height="16"/>)"
      R"(<rect class="bar" width="{1:.1f}" height="16"/><line class="error" x1="{2:.1f}" x2="{3:.1f}" y1="8" y2="8"/>)"
      R"(<line class="mark" x1="{4:.1f}" x2="{4:.1f}" y1="0" y2="16"/></svg>)",
      kWidth, x(risk.value), x(risk.value - error), x(risk.value + error), x(all.value), x(1));
}

std::string populations_section(const RunResult& result) {
  if (!result.scored()) return fmt::format("<p>{}</p>\n", not_scored_sentence(result));
  const double whole = std::max(1.0, 1.05 * result.worst().risk.value);
  std::string html =
      "<h2>How each population is served</h2>\n<table><tr><th>population</th><th class=n>rows</th>"
      "<th class=n>risk</th><th class=n>with all features</th><th></th></tr>\n";
  for (const auto& p : result.populations)
    html += fmt::format(
        "<tr{}><td>{}</td><td class=n>{}</td><td class=n>{}</td><td class=n>{}</td>"
        "<td>{}</td></tr>\n",
        &p == &result.worst() ? " class=worst" : "", escaped_html(p.name), thousands(p.rows),
        risk_text(p.risk), risk_text(p.risk_all_features),
        risk_bar(p.risk, p.risk_all_features, whole));
  return html +
         fmt::format(
             "</table>\n<p class=quiet>Risk: {}; 0 is "
             "perfect, 1 (the end of the grey ground) is no better than knowing nothing. The "
             "bar is the risk with the chosen features, the upright mark the risk with all of "
             "them; ± is one standard error over the scored rows. The worst-served population "
             "is drawn in orange.</p>\n",
             risk_meaning(result.task, result.figures));
}

const char* choice_heading(const RunResult& result) {
  return result.nothing_helps ? "What was chosen, for the record: not a recommendation"
                              : "Chosen features";
}

/// The name, and under it what the data say it is about.
std::string name_cell(const Feature& feature) {
  std::string html = escaped_html(feature.name);
  for (const auto& line : {feature.label, value_labels_text(feature)})
    if (!line.empty()) html += "<br><span class=quiet>" + escaped_html(line) + "</span>";
  return html;
}

/// Features that were not chosen and could bear the least noise, for a sense of how close it was.
std::vector<std::size_t> next_best(const RunResult& result) {
  constexpr std::size_t kMoreShown = 5;
  const auto& alpha = result.selection.relaxation.alpha;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < alpha.size(); ++i)
    if (std::ranges::none_of(result.selection.selected,
                             [&](const auto& chosen) { return chosen.feature == i; }))
      others.push_back(i);
  std::ranges::stable_sort(others, {}, [&](std::size_t i) { return alpha[i]; });
  others.resize(std::min(others.size(), kMoreShown));
  return others;
}

/// With what each is worth where there was a search, and its noise where there was a relaxation.
std::string features_section(const RunResult& result) {
  const auto& alpha = result.selection.relaxation.alpha;
  const bool searched = knows_losses(result), relaxed = !alpha.empty();
  std::string html =
      fmt::format("<h2>{}</h2>\n<table class=narrow><tr><th>rank</th><th>feature</th>{}{}{}</tr>\n",
                  choice_heading(result), searched ? "<th class=n>without it</th>" : "",
                  relaxed ? "<th class=n>noise</th>" : "", cost_headings(result));
  const auto row = [&](const std::string& rank, std::size_t feature, const ChosenFeature* chosen) {
    const std::string loss =
        searched ? fmt::format("<td class=n>{}</td>", chosen == nullptr ? "" : loss_text(*chosen))
                 : "";
    const std::string noise = relaxed ? fmt::format("<td class=n>{:.4g}</td>", alpha[feature]) : "";
    html += fmt::format(
        "<tr{}><td>{}</td><td>{}</td>{}{}{}</tr>\n", chosen == nullptr ? " class=quiet" : "", rank,
        name_cell(result.features[feature]), loss, noise, cost_cells(result, chosen));
  };
  for (std::size_t i = 0; i < result.selection.selected.size(); ++i) {
    const auto& chosen = result.selection.selected[i];
    row(std::to_string(i + 1), chosen.feature, &chosen);
  }
  html += cost_sums(result, 2U + (searched ? 1U : 0U) + (relaxed ? 1U : 0U));
  for (std::size_t feature : next_best(result)) row("not chosen", feature, nullptr);
  html += "</table>\n";
  for (const auto& sentence : {not_shown_to_help_sentence(result), not_needed_sentence(result)})
    if (!sentence.empty()) html += fmt::format("<p>{}</p>\n", escaped_html(sentence));
  if (searched)
    html +=
        "<p class=quiet>Without it: how much the worst risk, or the value of another aim, rises "
        "when the feature is left out, by the search's own measure.</p>\n";
  if (relaxed)
    html +=
        "<p class=quiet>Noise is the variance that the feature could bear, in units of its own "
        "variance: the less, the more it is needed.</p>\n";
  return html;
}

/// The noise levels over the steps, on a logarithmic scale; chosen features are drawn strongly,
/// and the step whose noise levels made the choice is marked.
std::string trace_section(const RunResult& result) {
  const auto& trace = result.selection.relaxation.trace;
  if (trace.size() < 2) return "";
  constexpr double kWidth = 820, kHeight = 260, kLeft = 50;
  double low = 1e300, high = 1e-300;
  for (const auto& point : trace)
    for (double alpha : point.alpha) {
      low = std::min(low, alpha);
      high = std::max(high, alpha);
    }
  const double span = std::max(1e-9, std::log(high / low));
  const auto x = [&](std::size_t step) {
    return kLeft +
           (kWidth - kLeft) * static_cast<double>(step) / static_cast<double>(trace.size() - 1);
  };
  const auto line = [&](std::size_t feature, std::string_view colour) {
    std::string points;
    for (std::size_t i = 0; i < trace.size(); ++i)
      points += fmt::format("{:.1f},{:.1f} ", x(i),
                            kHeight * (1 - std::log(trace[i].alpha[feature] / low) / span));
    return fmt::format("<polyline stroke=\"{}\" points=\"{}\"><title>{}</title></polyline>\n",
                       colour, points, escaped_html(result.features[feature].name));
  };
  std::string html = fmt::format(
      "<h2>Course of the relaxation</h2>\n<svg viewBox=\"-2 -14 {:.0f} {:.0f}\" width=\"100%\">\n"
      "<text x=0 y=8>{:.3g}</text><text x=0 y={:.0f}>{:.3g}</text>\n",
      kWidth + 4, kHeight + 20, high, kHeight, low);
  for (std::size_t i = 0; i < result.features.size(); ++i) html += line(i, "#cfd6dd");
  for (const auto& chosen : result.selection.selected) html += line(chosen.feature, "#2f6f9f");
  const auto best = static_cast<std::size_t>(result.selection.relaxation.minimum.step);
  const double best_x = x(std::min(best, trace.size() - 1));
  html += fmt::format(
      R"(<line class="error" stroke-dasharray="4 3" x1="{0:.1f}" x2="{0:.1f}" y1="-12" y2="{1:.0f}"/>)"
      "\n",
      best_x, kHeight);
  return html + fmt::format(
                    "</svg>\n<p class=quiet>Noise level (logarithmic) of every feature over "
                    "{} steps; the chosen ones in blue. The dashed line is step {}, the best "
                    "on the draws set aside for checks: its noise levels made the "
                    "choice.</p>\n",
                    trace.size(), best);
}

std::string data_section(const RunResult& result) {
  std::string html;
  const auto item = [&](const std::string& text) {
    html += "<li>" + escaped_html(text) + "</li>\n";
  };
  if (result.rows_without_target > 0)
    item(counted(result.rows_without_target, "row") + " without a target");
  if (result.rows_without_population > 0)
    item(counted(result.rows_without_population, "row") + " without a population");
  if (result.rows_without_weight > 0)
    item(counted(result.rows_without_weight, "row") + " without a weight above 0");
  for (const auto& [column, reason] : result.left_out)
    item(fmt::format("column {}: {}", column, reason));
  return html.empty() ? html : "<h2>Left out of the data</h2>\n<ul>" + html + "</ul>\n";
}

std::string options_section(const DescribeAll& describe_all) {
  std::string html = "<details><summary>Options</summary>\n<table>\n";
  const auto values = option_values(describe_all);
  for (const auto& [name, value] : values.items())
    html += fmt::format(
        "<tr><td>{}</td><td><code>{}</code></td></tr>\n", escaped_html(name),
        escaped_html(value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)));
  return html + "</table></details>\n";
}

}  // namespace

std::string selection_html(const RunResult& result, const RunOptions& options,
                           const DescribeAll& describe_all) {
  const std::string heading = result.nothing_helps
                                  ? "No feature helps"
                                  : fmt::format("{} of {} for {}", result.selection.selected.size(),
                                                counted(result.features.size(), "feature"),
                                                counted(result.populations.size(), "population"));
  std::string html(kHead);
  html += fmt::format(
      "<h1>{}</h1>\n<p class=quiet>{} · predicts <b>{}</b> · method {} · seed {} · "
      "drfs {}</p>\n",
      heading, escaped_html(data_title(options.data)), escaped_html(options.dataset.target),
      escaped_html(options.select.method), options.select.seed, version());
  if (result.nothing_helps)
    html += fmt::format("<p class=alarm>{}</p>\n", escaped_html(nothing_helps_text(result)));
  html += features_section(result) + populations_section(result);
  for (const auto& sentence : {aim_sentence(result, options), max_risk_sentence(result, options)})
    if (!sentence.empty()) html += fmt::format("<p>{}</p>\n", escaped_html(sentence));
  html += stability_html(result) + trace_section(result) + data_section(result) +
          options_section(describe_all);
  return html + "</body></html>\n";
}

}  // namespace drfs
