#include "paper/acs_columns.hpp"

#include <algorithm>
#include <cctype>

namespace drfs {
namespace {

/// Record numbers, factors that adjust money to a year's dollars, and the person's whereabouts.
constexpr std::string_view kNames[] = {"RT",     "SERIALNO", "SPORDER", "ST",    "STATE",
                                       "REGION", "DIVISION", "ADJINC",  "ADJUST"};

/// Names with the year of a code list at their end ("PUMA00", "SOCP10"): places of residence,
/// work and last year's residence; and codes of industry and occupation that are texts in which
/// some happen to look like numbers (INDP and OCCP say the same in numbers).
constexpr std::string_view kBeginnings[] = {"PUMA",  "POWPUMA", "MIGPUMA", "POWSP",
                                            "MIGSP", "NAICSP",  "SOCP"};

}  // namespace

std::string acs_name(std::string_view name) {
  std::string upper(name);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

bool is_acs_state(std::string_view name) {
  return name == "ST" || name == "STATE";
}

bool is_acs_bookkeeping(std::string_view name) {
  const bool weight = name.find("WGTP") != std::string_view::npos;
  return weight || std::ranges::find(kNames, name) != std::end(kNames) ||
         std::ranges::any_of(kBeginnings, [&](auto start) { return name.starts_with(start); });
}

bool is_acs_allocation_flag(std::string_view name) {
  const bool field_of_degree = name == "FOD1P" || name == "FOD2P";
  return name.size() > 3 && name.starts_with('F') && (name.ends_with('P') || name.ends_with('C')) &&
         !field_of_degree;
}

}  // namespace drfs
