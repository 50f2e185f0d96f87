// What the set would lose without each of its features, for the terminal and the page alike.
#pragma once

#include <string>

#include "drfs/run.hpp"

namespace drfs {

/// Whether a search has said what the set loses without its features.
bool knows_losses(const RunResult&);

/// "+0.052 ± 0.004"; empty where it is not known.
std::string loss_text(const ChosenFeature&);

/// Names the chosen features that are not shown to help; empty where there are none.
std::string not_shown_to_help_sentence(const RunResult&);

/// Names those that were left out because they serve nobody; empty where there are none.
std::string not_needed_sentence(const RunResult&);

}  // namespace drfs
