// How numbers are written for people, in the terminal and on the page alike.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "drfs/run.hpp"

namespace drfs {

/// Columns that a terminal shows the text in: code points, not bytes.
std::size_t width(std::string_view);

/// With spaces up to so many columns.
std::string padded(std::string_view, std::size_t columns);

/// Cut to so many columns, the last of which then says so.
std::string shortened(std::string_view, std::size_t columns);

/// 12345 as "12,345".
std::string thousands(std::size_t);

/// "0.284 ± 0.024"; a dash for what is not known.
std::string risk_text(const Risk&);

/// "1 feature", "3 features".
std::string counted(std::size_t, const std::string& thing);

/// Of features by their indices.
std::vector<std::string> feature_names(const std::vector<std::size_t>& set,
                                       const std::vector<Feature>& features);
std::string listed(const std::vector<std::size_t>& set, const std::vector<Feature>& features);

/// Why there are no figures, where !result.scored().
std::string not_scored_sentence(const RunResult&);

/// What is said first where result.nothing_helps.
std::string nothing_helps_text(const RunResult&);

/// "1 = disagree, 5 = agree"; empty where the values have no labels.
std::string value_labels_text(const Feature&);

/// For use between tags and within quoted attributes.
std::string escaped_html(std::string_view);

/// What a risk is a share of, for the task, and of which rows.
std::string risk_meaning(Task, Figures);

}  // namespace drfs
