// The states of the United States as surveys number them (FIPS) and as people write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drfs {

struct UsState {
  int fips;
  std::string_view postal;  ///< "CA"

  std::string lower_postal() const;  ///< "ca"
  std::string two_digits() const;    ///< "06"
};

/// By postal code, in capitals or not, or by number: "CA", "ca", "6", "06". Throws a usage error
/// that lists the postal codes.
UsState state_of(std::string_view text);

/// Likewise, sorted by postal code, each once. Throws where there is none.
std::vector<UsState> states_of(const std::vector<std::string>& texts);

}  // namespace drfs
