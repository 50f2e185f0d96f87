// How firm the choice is, in words, as JSON and as a part of the page: how often resamples chose
// each feature, and which sets the search could not tell from the chosen one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "drfs/run.hpp"

namespace drfs {

/// "19 of 20 resamples".
std::string chosen_in(const Stability&, std::size_t feature);

/// The features that resamples chose and the choice has not, most often first.
std::vector<std::size_t> chosen_elsewhere(const RunResult&);

nlohmann::ordered_json stability_json(const Stability&, const std::vector<Feature>&);
nlohmann::ordered_json nearly_as_good_json(const Refinement&, const std::vector<Feature>&);

/// Paragraphs that follow the chosen features in the terminal; empty where there is nothing to say.
std::string stability_text(const RunResult&);

/// The same for the page.
std::string stability_html(const RunResult&);

}  // namespace drfs
