// A comparison for a person at a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drfs/comparison_report.hpp"
#include "report/figures.hpp"

namespace drfs {
namespace {

/// What one table of the text is about.
struct Heading {
  int budget;
  std::string downstream;
  Metric metric;

  bool operator==(const Heading&) const = default;
};

Heading heading_of(const ComparisonRow& row) {
  return {row.budget, row.downstream, row.metric};
}

template <class T, class Rows, class Of>
std::vector<T> distinct(const Rows& rows, Of of) {
  std::vector<T> out;
  for (const auto& row : rows)
    if (std::ranges::find(out, of(row)) == out.end()) out.push_back(of(row));
  return out;
}

std::string cell(const ComparisonRow& row) {
  if (std::isnan(row.mean)) return "–";
  return std::isnan(row.deviation) ? fmt::format("{:.4f}", row.mean)
                                   : fmt::format("{:.4f} ± {:.4f}", row.mean, row.deviation);
}

std::string table(const Heading& heading, const std::vector<ComparisonRow>& rows) {
  std::vector<ComparisonRow> here;
  for (const auto& row : rows)
    if (heading_of(row) == heading) here.push_back(row);
  const auto methods = distinct<std::string>(here, [](const auto& r) { return r.method; });
  const auto populations = distinct<std::string>(here, [](const auto& r) { return r.population; });

  std::string text = fmt::format("\nbudget {}, {}, {}{}\n  {:<14}", heading.budget,
                                 heading.downstream, name_of(heading.metric, kMetricNames),
                                 is_loss(heading.metric) ? " (less is better)" : "", "method");
  for (const auto& population : populations)
    text += "  " + padded(population.empty() ? "worst" : population, 17);
  text += "  worse than the best";
  const auto end_line = [&] {
    text.resize(text.find_last_not_of(' ') + 1);
    text += "\n";
  };
  end_line();
  for (const auto& method : methods) {
    text += fmt::format("  {:<14}", method);
    for (const auto& population : populations)
      for (const auto& row : here)
        if (row.method == method && row.population == population) {
          text += "  " + padded(cell(row), 17);
          if (row.behind) text += "  " + distance_text(row);
        }
    end_line();
  }
  return text;
}

}  // namespace

std::string distance_text(const ComparisonRow& row) {
  if (!row.behind || row.behind->by == 0) return "";
  const auto& [by, standard_error] = *row.behind;
  return std::isnan(standard_error) ? fmt::format("{:+.4f}", by)
                                    : fmt::format("{:+.4f} ± {:.4f}", by, standard_error);
}

std::string comparison_text(const Comparison& comparison) {
  auto rows = comparison.rows;
  rows.insert(rows.end(), comparison.worst.begin(), comparison.worst.end());
  std::string text = fmt::format(
      "{}, mean ± standard deviation over {}. Models are trained for each population "
      "on the chosen features and scored on rows that nothing has seen. The last column is the "
      "mean of the differences, seed by seed, ± its standard error.\n",
      counted(distinct<std::string>(rows, [](const auto& r) { return r.method; }).size(), "method"),
      counted(rows.empty() ? 0 : std::ranges::max(rows, {}, &ComparisonRow::seeds).seeds, "seed"));
  for (const auto& heading : distinct<Heading>(rows, heading_of)) text += table(heading, rows);
  return text;
}

}  // namespace drfs
