// A random share of the rows, for tables that are larger than a first look needs.
#include <fmt/format.h>

#include "core/random.hpp"
#include "drfs/data.hpp"
#include "drfs/public_data.hpp"

namespace drfs {

Table keep_share(Table table, double share, std::uint64_t seed) {
  if (!(share > 0.0 && share <= 1.0))
    throw Error(ErrorCode::usage, {"share of the rows to keep", fmt::format("{}", share),
                                   "is out of range", "Give a number above 0 and at most 1"});
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows; ++row) {
    const Counter place{static_cast<std::uint32_t>(row),
                        static_cast<std::uint32_t>(std::uint64_t{row} >> 32)};
    if (uniform(seed, Stream::sample, place) < share) rows.push_back(row);
  }
  return keep_rows(std::move(table), rows);
}

}  // namespace drfs
