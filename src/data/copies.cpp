#include "data/copies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace drfs {
namespace {

constexpr std::size_t kRare = 20;  ///< one row in so many at most
/// So many rows to a different one are not the same one given again, whatever the columns.
constexpr std::size_t kMostRepeats = 10;
constexpr double kNearlyAll = 0.9;
/// Of fewer different rows, any column may seem to tell them apart.
constexpr std::size_t kFewest = 6;

bool has_copy_before(const std::vector<std::uint32_t>& rows, std::size_t i,
                     const RowContent& content) {
  return i > 0 && content.same(rows[i - 1], rows[i]);
}

std::vector<std::uint32_t> distinct_rows(const std::vector<std::uint32_t>& rows,
                                         const RowContent& content) {
  std::vector<std::uint32_t> distinct;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!has_copy_before(rows, i, content)) distinct.push_back(rows[i]);
  return distinct;
}

bool differ_by_one_column(const std::vector<std::uint32_t>& distinct, const RowContent& content) {
  const double enough = kNearlyAll * static_cast<double>(distinct.size());
  return std::ranges::any_of(content.numbers(distinct), [&](std::vector<std::uint32_t> values) {
    std::ranges::sort(values);
    return static_cast<double>(std::ranges::unique(values).begin() - values.begin()) >= enough;
  });
}

bool are_copies(const std::vector<std::uint32_t>& rows, const std::vector<std::uint32_t>& distinct,
                const RowContent& content) {
  if ((rows.size() - distinct.size()) * kRare <= rows.size()) return true;
  return distinct.size() >= kFewest && rows.size() <= kMostRepeats * distinct.size() &&
         differ_by_one_column(distinct, content);
}

void add_weights_of_copies(const std::vector<std::uint32_t>& rows, RowWeights& weights,
                           const RowContent& content) {
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (has_copy_before(rows, i, content))
      weights.merge(first, rows[i]);
    else
      first = rows[i];
  }
}

}  // namespace

void merge_copies(RowLists& rows, RowWeights& weights, const RowContent& content,
                  const std::string& source, const Context& context) {
  std::size_t total = 0;
  for (auto& list : rows) {
    auto distinct = distinct_rows(list, content);
    if (distinct.size() == list.size() || !are_copies(list, distinct, content)) continue;
    add_weights_of_copies(list, weights, content);
    total += list.size() - distinct.size();
    list = std::move(distinct);
  }
  if (total > 0)
    context.log(Severity::info,
                fmt::format("{}: {} rows are copies of another row of their population and are "
                            "merged with it, their weights added; rows are counted without them",
                            source, total));
}

}  // namespace drfs
