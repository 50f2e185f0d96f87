// The real tables that methods are compared on, read from a folder that holds them; nothing of them
// is kept here.
#pragma once

#include <string>
#include <vector>

#include "drfs/data.hpp"

namespace drfs::bench {

struct RealTable {
  std::string name;
  Table table;
  DatasetOptions options;
  int budget = 5;
};

/// UCI Adult (adult/adult.data) by sex, a random share of its rows.
RealTable adult(const std::string& folder, double share, std::uint64_t seed);

/// American Community Survey 2016, persons, by state: California, Florida, New York. The sixty-odd
/// columns that are no flags, weights, places or identifiers.
RealTable acs(const std::string& folder);

}  // namespace drfs::bench
