// Which columns of a survey's person file are no answers of the person: record numbers,
// weights, places and flags.
#pragma once

#include <string>
#include <string_view>

namespace drfs {

/// The name in capitals: the years differ ("ST" and "st", "PWGTP1" and "pwgtp1").
std::string acs_name(std::string_view name);

/// "ST", or "STATE" as it is called from 2023 on.
bool is_acs_state(std::string_view name);

/// Whether the column of this name (in capitals) is never a feature.
bool is_acs_bookkeeping(std::string_view name);

/// Whether it says that the bureau filled an answer in: FAGEP for AGEP.
bool is_acs_allocation_flag(std::string_view name);

}  // namespace drfs
