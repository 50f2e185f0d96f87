// How a result says what the choice aimed at and how far it got.
#pragma once

#include <string>

#include "drfs/run.hpp"

namespace drfs {

/// One sentence with the aim's value on the scored rows; empty for the worst risk, which every
/// report shows anyway, and where nothing was scored.
std::string aim_sentence(const RunResult&, const RunOptions&);

/// What --max-risk has led to; empty where it was not given.
std::string max_risk_sentence(const RunResult&, const RunOptions&);

}  // namespace drfs
