#include "select/by_population.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drfs/parse_number.hpp"

namespace drfs {

double amount_in(std::string_view option, const std::string& entry, std::string_view number) {
  const auto value = parse_number<double>(number);
  if (value && *value >= 0 && std::isfinite(*value)) return *value;
  throw Error(ErrorCode::usage,
              {fmt::format("option --{}", option), entry, "has no number of at least 0",
               fmt::format("Give --{} name=amount,… with the names of populations", option)});
}

std::vector<double> amounts_by_population(std::string_view option,
                                          const std::vector<std::string>& entries,
                                          const Dataset& data, double standard) {
  const std::string thing = fmt::format("option --{}", option);
  std::vector<std::string> names;
  for (const auto& population : data.populations) names.push_back(population.name);
  std::vector<double> out(names.size(), standard);
  std::vector<bool> given(names.size(), false);
  for (const auto& entry : entries) {
    const auto equals = entry.rfind('=');
    if (equals == std::string::npos)
      throw Error(ErrorCode::usage, {thing, entry, "does not say of which population it is",
                                     fmt::format("Give --{} {}={}", option, names[0], entry)});
    const std::string name = entry.substr(0, equals);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw_unknown_name(thing, name, names);
    const auto p = static_cast<std::size_t>(found - names.begin());
    if (given[p])
      throw Error(ErrorCode::usage, {thing, name, "is named twice", "Name each population once"});
    given[p] = true;
    out[p] = amount_in(option, entry, std::string_view(entry).substr(equals + 1));
  }
  return out;
}

}  // namespace drfs
