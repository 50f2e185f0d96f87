// Which files of a folder hold the persons of some states. The survey's files are named after
// states (psam_p06.csv from 2017 on, ss16pca.csv before) or are parts of the whole country.
#pragma once

#include <string>
#include <vector>

#include "drfs/core.hpp"
#include "paper/us_states.hpp"

namespace drfs {

/// Paths in the order of the states, or by name. Throws a data error that names the file that
/// is expected and how to get it.
std::vector<std::string> find_acs_files(const std::string& folder,
                                        const std::vector<UsState>& states,
                                        const std::string& target, const Context& context);

/// The names of a table's columns, as written.
std::vector<std::string> read_acs_header(const std::string& file, const Context& context);

/// Whether a file name (no folder) is one of the survey's person files: psam_p….csv, ss16p….csv.
bool is_acs_person_file(const std::string& name);

/// The name that the survey of a year gives to the persons of a state.
std::string acs_file_name(const UsState& state, int year);

}  // namespace drfs
