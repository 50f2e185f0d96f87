#include "data/copies.hpp"

#include <fmt/format.h>

namespace drfs {
namespace {

constexpr std::size_t kRare = 20;  ///< one row in so many at most

std::size_t count_copies(const std::vector<std::uint32_t>& rows, const SameContent& same) {
  std::size_t copies = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) copies += same(rows[i - 1], rows[i]) ? 1 : 0;
  return copies;
}

std::vector<std::uint32_t> merged(const std::vector<std::uint32_t>& rows, RowWeights& weights,
                                  const SameContent& same) {
  std::vector<std::uint32_t> distinct;
  for (const std::uint32_t row : rows) {
    if (!distinct.empty() && same(distinct.back(), row))
      weights.merge(distinct.back(), row);
    else
      distinct.push_back(row);
  }
  return distinct;
}

}  // namespace

void merge_copies(RowLists& rows, RowWeights& weights, const SameContent& same,
                  const std::string& source, const Context& context) {
  std::size_t total = 0;
  for (auto& list : rows) {
    const std::size_t copies = count_copies(list, same);
    if (copies == 0 || copies * kRare > list.size()) continue;
    list = merged(list, weights, same);
    total += copies;
  }
  if (total > 0)
    context.log(Severity::info,
                fmt::format("{}: {} rows are copies of another row of their population and are "
                            "merged with it, their weights added; rows are counted without them",
                            source, total));
}

}  // namespace drfs
