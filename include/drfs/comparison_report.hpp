// What a comparison leaves behind: JSON, CSV, text, charts, and the trials it can go on from.
#pragma once

#include <string>

#include "drfs/compare.hpp"

namespace drfs {

/// Schema drfs.comparison/1.
std::string comparison_json(const Comparison&, const DescribeAll&);

/// One line per row; with the published figures where there are any.
std::string comparison_csv(const Comparison&);

/// For a person at a terminal: for each budget, model and metric a table of methods by populations.
std::string comparison_text(const Comparison&);

/// How far the row's method is behind the best, "+0.0020 ± 0.0027"; empty for the best itself and
/// where it is not known.
std::string distance_text(const ComparisonRow&);

/// A bar chart as a Vega-Lite specification with its data inside: for one budget, a panel for each
/// model and metric, in it a group of bars for each population and a bar for each method.
std::string comparison_chart(const Comparison&, int budget, const std::string& title);

/// Keeps each finished trial as a file of its own in the folder, which is made. `settings` are
/// those that a trial depends on: a trial made with others, of another version or of an input that
/// has changed since, is refused.
TrialStore trials_in(const std::string& folder, const DescribeAll& settings);

/// Writes comparison.json, comparison.csv, options.toml and, for each budget K, chart-K.json.
void write_comparison(const std::string& folder, const Comparison&, const DescribeAll&,
                      const std::string& title);

}  // namespace drfs
