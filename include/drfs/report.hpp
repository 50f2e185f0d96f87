// What a run leaves behind: JSON, CSV, TOML and HTML, all as text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "drfs/options.hpp"
#include "drfs/run.hpp"

namespace drfs {

/// Schema drfs.selection/1.
std::string selection_json(const RunResult&, const RunOptions&, const DescribeAll&);

/// For a person at a terminal.
std::string selection_text(const RunResult&, const RunOptions&);

/// Schema drfs.evaluation/1: the `populations` and `worst` of a selection, for given features.
std::string evaluation_json(const SetEvaluation&, const EvaluateOptions&, const DescribeAll&);
std::string evaluation_text(const SetEvaluation&, const EvaluateOptions&);

/// The steps of the relaxation: objective, risks and noise levels.
std::string trace_csv(const RunResult&);

/// A page on its own: the choice, the populations, the course of the relaxation, the options.
std::string selection_html(const RunResult&, const RunOptions&, const DescribeAll&);

/// Every option with its value, as a file that --config reads.
std::string options_toml(const DescribeAll&);

/// Sets the options that the TOML file names, except those for which `is_set` holds (they were
/// given on the command line). An unknown key or a wrong type is a usage error.
void apply_toml(const std::string& path, const DescribeAll&,
                const std::function<bool(std::string_view)>& is_set);

/// Makes the folder and proves that it can be written to.
void prepare_record(const std::string& folder);

/// Fills the folder: selection.json, trace.csv, options.toml, manifest.json, report.html.
void write_record(const std::string& folder, const RunResult&, const RunOptions&,
                  const DescribeAll&, const Context&);

/// Schema drfs.info/1: version, build, SIMD levels, threads.
std::string info_json(int threads);

/// The reference page of all options, as Markdown.
std::string options_markdown(const DescribeAll&);

}  // namespace drfs
