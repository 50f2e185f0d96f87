// Options that give populations an amount each: name=amount.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "drfs/data.hpp"

namespace drfs {

/// One amount per population of the data set, `standard` for those that are not named. Refuses
/// unknown and repeated names and what is not a number of at least 0.
std::vector<double> amounts_by_population(std::string_view option,
                                          const std::vector<std::string>& entries, const Dataset&,
                                          double standard);

/// The number that the text is, of at least 0; anything else is refused as a value of the option.
double amount_in(std::string_view option, const std::string& entry, std::string_view number);

}  // namespace drfs
