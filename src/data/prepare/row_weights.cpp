#include "data/prepare/row_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/number_text.hpp"
#include "data/prepare/weight_roles.hpp"

namespace drfs {
namespace {

/// Over the number of replicates: the Census Bureau's rule for successive differences.
constexpr double kSuccessiveDifferences = 4.0;

std::vector<float> numbers_of(Table& table, std::size_t index) {
  Column& column = table.columns[index];
  if (column.type != ColumnType::number) throw_text_weight(table.source, column.name);
  return column.take_numbers();
}

[[noreturn]] void throw_weight(const std::string& source, const std::string& column,
                               std::size_t row, float value, const char* problem) {
  throw Error(ErrorCode::data, {fmt::format("{}, row {}, column '{}'", source, row + 1, column),
                                std::isnan(value) ? "" : number_text(value), problem,
                                "Fix the value, or leave the row out"});
}

void check_weights(const std::vector<float>& weight, const std::string& source,
                   const std::string& column) {
  for (std::size_t row = 0; row < weight.size(); ++row) {
    if (weight[row] < 0) throw_weight(source, column, row, weight[row], "is a negative weight");
    if (std::isinf(weight[row])) throw_weight(source, column, row, weight[row], "is not finite");
  }
}

/// Negative ones are allowed: successive differences can have them.
void check_replicates(const std::vector<float>& weight, const Grouping& groups,
                      const std::string& source, const std::string& column) {
  for (std::size_t row = 0; row < weight.size(); ++row)
    if (groups.group_of_row[row] >= 0 && !std::isfinite(weight[row]))
      throw_weight(source, column, row, weight[row],
                   std::isnan(weight[row]) ? "has no replicate weight" : "is not finite");
}

void check_no_group_vanished(const Grouping& groups, const std::vector<std::size_t>& before,
                             const std::string& source, const std::string& column) {
  const auto after = groups.sizes();
  for (std::size_t g = 0; g < after.size(); ++g)
    if (before[g] > 0 && after[g] == 0)
      throw Error(ErrorCode::data,
                  {fmt::format("{}, population '{}', weight '{}'", source, groups.names[g], column),
                   "", fmt::format("is zero or missing in all {} rows", before[g]),
                   "Give its rows weights, or leave them out"});
}

/// Returns how many rows it left out for each of the two reasons, missing and 0.
std::pair<std::size_t, std::size_t> leave_out(const std::vector<float>& weight, Grouping& groups) {
  std::size_t missing = 0, zero = 0;
  for (std::size_t row = 0; row < weight.size(); ++row) {
    std::int32_t& group = groups.group_of_row[row];
    if (group < 0 || weight[row] > 0) continue;
    ++(std::isnan(weight[row]) ? missing : zero);
    group = -1;
  }
  return {missing, zero};
}

}  // namespace

bool RowWeights::less(std::size_t a, std::size_t b) const {
  if (weight[a] != weight[b]) return weight[a] < weight[b];
  for (const auto& replicate : replicates)
    if (replicate[a] != replicate[b]) return replicate[a] < replicate[b];
  return false;
}

void RowWeights::merge(std::size_t to, std::size_t from) {
  weight[to] += weight[from];
  for (auto& replicate : replicates) replicate[to] += replicate[from];
}

void RowWeights::fill(Population& population, const std::vector<std::uint32_t>& rows) const {
  double total = 0;
  for (const std::uint32_t row : rows) total += weight[row];
  const double mean = total / static_cast<double>(rows.size());
  // A weight that single precision would take for 0 still is one.
  constexpr double kLeast = std::numeric_limits<float>::min();
  population.weight.clear();
  for (const std::uint32_t row : rows)
    population.weight.push_back(static_cast<float>(std::max(weight[row] / mean, kLeast)));
  population.replicate_weight = Matrix(rows.size(), replicates.size());
  for (std::size_t r = 0; r < replicates.size(); ++r)
    std::ranges::transform(rows, population.replicate_weight.column(r).begin(),
                           [&](std::uint32_t row) { return replicates[r][row]; });
}

RowWeights read_weights(Table& table, const ColumnRoles& roles, Grouping& groups, Dataset& dataset,
                        const Context& context) {
  if (!roles.weight) return {std::vector<double>(table.rows, 1.0), {}};
  const std::vector<float> weight = numbers_of(table, *roles.weight);
  const std::string& column = table.columns[*roles.weight].name;
  check_weights(weight, table.source, column);
  const auto before = groups.sizes();
  const auto [missing, zero] = leave_out(weight, groups);
  check_no_group_vanished(groups, before, table.source, column);
  dataset.rows_without_weight = missing + zero;
  if (missing > 0)
    context.log(Severity::info,
                fmt::format("{}: {} rows without a weight are left out", table.source, missing));
  if (zero > 0)
    context.log(Severity::info,
                fmt::format("{}: {} rows of weight 0 are left out", table.source, zero));

  RowWeights out{{weight.begin(), weight.end()}, {}};
  for (const std::size_t index : roles.replicate_weights) {
    out.replicates.push_back(numbers_of(table, index));
    check_replicates(out.replicates.back(), groups, table.source, table.columns[index].name);
  }
  return out;
}

double replicate_scale(const DatasetOptions& options, std::size_t replicates) {
  if (replicates == 0 || options.replicate_scale > 0) return options.replicate_scale;
  return kSuccessiveDifferences / static_cast<double>(replicates);
}

}  // namespace drfs
