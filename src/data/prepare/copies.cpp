#include "data/prepare/copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "data/number_text.hpp"

namespace drfs {
namespace {

constexpr std::size_t kRare = 20;  ///< one row in so many at most
/// So many rows to a different one are not the same one given again, whatever the columns.
constexpr std::size_t kMostRepeats = 10;
constexpr double kNearlyAll = 0.9;
/// Digits of a number that is measured, not chosen from a few: doses and years have fewer.
constexpr std::ptrdiff_t kManyDigits = 6;

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

bool is_measured(std::uint32_t bits) {
  const std::string text = number_text(std::bit_cast<float>(bits));
  const auto mantissa = std::string_view(text).substr(0, text.find('e'));
  const auto first = std::ranges::find_if(mantissa, [](char c) { return c >= '1' && c <= '9'; });
  return std::count_if(first, mantissa.end(), [](char c) { return c >= '0' && c <= '9'; }) >=
         kManyDigits;
}

bool differ_by_one_column(const std::vector<std::uint32_t>& distinct, const RowContent& content) {
  const double enough = kNearlyAll * static_cast<double>(distinct.size());
  return std::ranges::any_of(content.numbers(distinct), [&](std::vector<std::uint32_t> values) {
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return static_cast<double>(values.size()) >= enough &&
           static_cast<double>(std::ranges::count_if(values, is_measured)) >= enough;
  });
}

bool are_copies(const std::vector<std::uint32_t>& rows, const std::vector<std::uint32_t>& distinct,
                const RowContent& content, std::size_t least_rows) {
  if ((rows.size() - distinct.size()) * kRare <= rows.size()) return true;
  return distinct.size() >= least_rows && rows.size() <= kMostRepeats * distinct.size() &&
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
                  std::size_t least_rows, const std::string& source, const Context& context) {
  std::size_t total = 0;
  for (auto& list : rows) {
    auto distinct = distinct_rows(list, content);
    if (distinct.size() == list.size() || !are_copies(list, distinct, content, least_rows))
      continue;
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
