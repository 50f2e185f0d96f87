#include "paper/acs_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "drfs/data.hpp"
#include "paper/acs_columns.hpp"

namespace drfs {
namespace {

namespace fs = std::filesystem;

bool matches(const std::string& name, const std::string& pattern) {
  return std::regex_match(name, std::regex(pattern, std::regex::icase));
}

/// The tables of a folder, sorted by name.
std::vector<fs::path> tables_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(folder, absent)) {
    if (matches(entry.path().filename().string(), ".*\\.csv(\\.gz)?"))
      found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

std::vector<fs::path> named(const std::vector<fs::path>& files, const std::string& pattern) {
  std::vector<fs::path> found;
  for (const auto& file : files)
    if (matches(file.filename().string(), pattern)) found.push_back(file);
  return found;
}

/// Two years side by side, or a file and its packed copy: nothing says which is meant.
[[noreturn]] void throw_several(const fs::path& folder, const std::vector<fs::path>& files) {
  std::vector<std::string> names;
  for (const auto& file : files) names.push_back(file.filename().string());
  throw Error(ErrorCode::data, {folder.string(), "",
                                fmt::format("has several candidates: {}", fmt::join(names, ", ")),
                                "Keep one of them in the folder"});
}

bool has_state_and_target(const fs::path& file, const std::string& target, const Context& context) {
  try {
    bool state = false, wanted = false;
    for (const auto& name : read_acs_header(file.string(), context)) {
      state = state || is_acs_state(acs_name(name));
      wanted = wanted || acs_name(name) == acs_name(target);
    }
    return state && wanted;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::data) return false;  // not a table: not the one looked for
    throw;
  }
}

struct Found {
  std::vector<fs::path> files;
  std::string missing;  ///< the state file that others of its kind lack
};

Found files_of_states(const fs::path& folder, const std::vector<fs::path>& tables,
                      const std::vector<UsState>& states) {
  Found found;
  for (const auto& state : states) {
    const auto files = named(tables, fmt::format("(psam_p{}|ss\\d\\dp{})\\.csv(\\.gz)?",
                                                 state.two_digits(), state.lower_postal()));
    if (files.size() > 1) throw_several(folder, files);
    if (!files.empty()) found.files.push_back(files.front());
    if (files.empty() && found.missing.empty())
      found.missing = fmt::format("psam_p{}.csv", state.two_digits());
  }
  return found;
}

/// The files in one folder; `missing` where there are some of what is needed.
Found files_in(const fs::path& folder, const std::vector<UsState>& states,
               const std::string& target, const Context& context) {
  const auto tables = tables_in(folder);
  Found by_state = files_of_states(folder, tables, states);
  if (by_state.missing.empty()) return by_state;
  const auto national = named(tables, "(psam_pus|ss\\d\\dpus)[a-z]\\.csv(\\.gz)?");
  if (!national.empty()) return {national, ""};
  if (!by_state.files.empty()) return {{}, by_state.missing};
  std::vector<fs::path> others;
  for (const auto& file : tables)
    if (!is_acs_person_file(file.filename().string()) &&
        has_state_and_target(file, target, context))
      others.push_back(file);
  if (others.size() > 1) throw_several(folder, others);
  return {others, ""};
}

[[noreturn]] void throw_missing(const fs::path& folder, const std::string& file,
                                const std::vector<UsState>& states) {
  std::vector<std::string_view> postal;
  for (const auto& state : states) postal.push_back(state.postal);
  const fs::path parent = folder.filename().string().starts_with("acs") && folder.has_parent_path()
                              ? folder.parent_path()
                              : folder;
  throw Error(
      ErrorCode::data,
      {(folder / file).string(), "", "does not exist",
       fmt::format("`drfs data get acs --data {} --states {}` fetches it; or put the person "
                   "files of the American Community Survey (US Census Bureau, PUMS) there",
                   parent.string(), fmt::join(postal, ","))});
}

std::vector<fs::path> survey_subfolders(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(folder, absent))
    if (entry.is_directory(absent) && entry.path().filename().string().starts_with("acs"))
      found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<std::string> read_acs_header(const std::string& file, const Context& context) {
  return read_header(file, {}, context);
}

bool is_acs_person_file(const std::string& name) {
  return matches(name, "(psam_p|ss\\d\\dp)[a-z0-9]+\\.csv(\\.gz)?");
}

std::string acs_file_name(const UsState& state, int year) {
  if (year >= 2017) return fmt::format("psam_p{}.csv", state.two_digits());
  return fmt::format("ss{:02}p{}.csv", year % 100, state.lower_postal());
}

std::vector<std::string> find_acs_files(const std::string& folder,
                                        const std::vector<UsState>& states,
                                        const std::string& target, const Context& context) {
  std::vector<fs::path> places = survey_subfolders(folder);
  places.insert(places.begin(), folder);
  std::vector<fs::path> useful;
  Found chosen, partial;
  fs::path partial_place;
  for (const auto& place : places) {
    const Found found = files_in(place, states, target, context);
    if (!found.files.empty()) {
      useful.push_back(place);
      chosen = found;
      if (place == places.front()) break;  // the folder itself comes before its subfolders
    } else if (!found.missing.empty() && partial.missing.empty()) {
      partial = found;
      partial_place = place;
    }
  }
  if (useful.size() > 1) throw_several(folder, useful);
  if (useful.empty() && !partial.missing.empty())
    throw_missing(partial_place, partial.missing, states);
  if (useful.empty())
    throw_missing(folder, fmt::format("psam_p{}.csv", states.front().two_digits()), states);
  std::vector<std::string> paths;
  for (const auto& file : chosen.files) paths.push_back(file.string());
  return paths;
}

}  // namespace drfs
