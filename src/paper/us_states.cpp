#include "paper/us_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "drfs/options.hpp"

namespace drfs {
namespace {

/// The fifty states, the District of Columbia and Puerto Rico: what the survey covers.
constexpr UsState kStates[] = {
    {1, "AL"},  {2, "AK"},  {4, "AZ"},  {5, "AR"},  {6, "CA"},  {8, "CO"},  {9, "CT"},  {10, "DE"},
    {11, "DC"}, {12, "FL"}, {13, "GA"}, {15, "HI"}, {16, "ID"}, {17, "IL"}, {18, "IN"}, {19, "IA"},
    {20, "KS"}, {21, "KY"}, {22, "LA"}, {23, "ME"}, {24, "MD"}, {25, "MA"}, {26, "MI"}, {27, "MN"},
    {28, "MS"}, {29, "MO"}, {30, "MT"}, {31, "NE"}, {32, "NV"}, {33, "NH"}, {34, "NJ"}, {35, "NM"},
    {36, "NY"}, {37, "NC"}, {38, "ND"}, {39, "OH"}, {40, "OK"}, {41, "OR"}, {42, "PA"}, {44, "RI"},
    {45, "SC"}, {46, "SD"}, {47, "TN"}, {48, "TX"}, {49, "UT"}, {50, "VT"}, {51, "VA"}, {53, "WA"},
    {54, "WV"}, {55, "WI"}, {56, "WY"}, {72, "PR"}};

}  // namespace

std::string UsState::lower_postal() const {
  std::string lower;
  for (const char c : postal)
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::string UsState::two_digits() const {
  return fmt::format("{:02}", fips);
}

UsState state_of(std::string_view text) {
  std::vector<std::string> known;
  for (const UsState& state : kStates) {
    std::string upper(text);
    for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (upper == state.postal || text == state.two_digits() || text == std::to_string(state.fips))
      return state;
    known.emplace_back(state.postal);
  }
  throw_unknown_name("state", text, known);
}

std::vector<UsState> states_of(const std::vector<std::string>& texts) {
  if (texts.empty())
    throw Error(ErrorCode::usage, {"states", "", "are missing", "Name some, e.g. CA,FL,NY"});
  std::vector<UsState> states;
  for (const auto& text : texts) states.push_back(state_of(text));
  std::sort(states.begin(), states.end(),
            [](const UsState& a, const UsState& b) { return a.postal < b.postal; });
  const auto same = [](const UsState& a, const UsState& b) { return a.fips == b.fips; };
  states.erase(std::unique(states.begin(), states.end(), same), states.end());
  return states;
}

}  // namespace drfs
