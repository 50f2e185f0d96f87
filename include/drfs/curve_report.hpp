// What a curve leaves behind.
#pragma once

#include <string>

#include "drfs/curve.hpp"

namespace drfs {

/// Schema drfs.curve/1.
std::string curve_json(const CurveResult&, const DescribeAll&);

/// For a person at a terminal.
std::string curve_text(const CurveResult&, const CurveOptions&);

/// A line for each budget and population.
std::string curve_csv(const CurveResult&);

/// The risk of every population over the budgets: a Vega-Lite specification with its data inside.
std::string curve_chart(const CurveResult&, const std::string& title);

/// Fills the folder: curve.json, curve.csv, chart.json, options.toml.
void write_curve(const std::string& folder, const CurveResult&, const DescribeAll&,
                 const std::string& title);

}  // namespace drfs
