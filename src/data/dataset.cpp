// A table to a data set: roles, populations, target, features, and the canonical order
// of rows. The steps read in that order in make_dataset at the end.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/parallel.hpp"
#include "data/column_plan.hpp"
#include "data/content_hash.hpp"
#include "data/encoding.hpp"
#include "data/grouping.hpp"
#include "data/roles.hpp"
#include "data/target.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

/// Everything that says where a table row goes and what it holds.
struct Plan {
  const Table& table;
  const std::vector<EncodedFeature>& features;
  const std::vector<float>& y;
};

std::uint64_t content_word(const EncodedFeature& encoded, const Column& column, std::size_t row) {
  if (column.type == ColumnType::number)
    return std::bit_cast<std::uint32_t>(canonical(column.numbers[row]));
  const std::int32_t code = column.codes[row];
  const std::int32_t rank = code < 0 ? -1 : encoded.level_rank[code];
  return rank < 0 ? 0 : encoded.level_hash[rank];
}

/// By level text, not by code: a level that appears elsewhere must not change the order.
std::vector<std::uint64_t> hash_rows(const Plan& plan, const Context& context) {
  constexpr std::size_t kChunk = 4096;
  std::vector<std::uint64_t> hashes(plan.y.size(), 0);
  parallel_for((hashes.size() + kChunk - 1) / kChunk, context, [&](std::size_t chunk, std::size_t) {
    const std::size_t first = chunk * kChunk;
    const std::size_t last = std::min(hashes.size(), first + kChunk);
    for (const auto& encoded : plan.features) {
      const Column& column = plan.table.columns[encoded.column];
      for (std::size_t row = first; row < last; ++row)
        hashes[row] = hash_step(hashes[row], content_word(encoded, column, row));
    }
    for (std::size_t row = first; row < last; ++row)
      hashes[row] = hash_step(hashes[row], std::bit_cast<std::uint32_t>(plan.y[row]));
  });
  return hashes;
}

/// Decides between different rows of one hash; rows that are equal may stand either way.
bool content_less(const Plan& plan, std::size_t a, std::size_t b) {
  for (const auto& encoded : plan.features) {
    const Column& column = plan.table.columns[encoded.column];
    const std::uint64_t word_a = content_word(encoded, column, a);
    const std::uint64_t word_b = content_word(encoded, column, b);
    if (word_a != word_b) return word_a < word_b;
  }
  return plan.y[a] < plan.y[b];
}

using RowLists = std::vector<std::vector<std::uint32_t>>;

RowLists canonical_order(const Plan& plan, const Grouping& groups, const Context& context) {
  const auto hashes = hash_rows(plan, context);
  RowLists rows(groups.names.size());
  const auto sizes = groups.sizes();
  for (std::size_t p = 0; p < rows.size(); ++p) rows[p].reserve(sizes[p]);
  for (std::size_t row = 0; row < hashes.size(); ++row)
    if (groups.group_of_row[row] >= 0)
      rows[groups.group_of_row[row]].push_back(static_cast<std::uint32_t>(row));
  parallel_for(rows.size(), context, [&](std::size_t p, std::size_t) {
    std::ranges::sort(rows[p], [&](std::uint32_t a, std::uint32_t b) {
      return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : content_less(plan, a, b);
    });
  });
  return rows;
}

void drop_rows(Dataset& dataset, Grouping& groups, const std::vector<float>& y,
               const Context& context) {
  for (std::size_t row = 0; row < y.size(); ++row) {
    if (groups.group_of_row[row] < 0) {
      ++dataset.rows_without_population;
    } else if (std::isnan(y[row])) {
      groups.group_of_row[row] = -1;
      ++dataset.rows_without_target;
    }
  }
  if (dataset.rows_without_population > 0)
    context.log(Severity::info, fmt::format("{}: {} rows without a population are left out",
                                            dataset.source, dataset.rows_without_population));
  if (dataset.rows_without_target > 0)
    context.log(Severity::info, fmt::format("{}: {} rows without a target are left out",
                                            dataset.source, dataset.rows_without_target));
}

void check_target_varies(const Dataset& dataset) {
  for (const auto& population : dataset.populations) {
    const auto [least, most] = std::ranges::minmax(population.y);
    if (least == most)
      throw Error(ErrorCode::data,
                  {fmt::format("{}, population '{}', target '{}'", dataset.source, population.name,
                               dataset.target),
                   "", fmt::format("is the same in all {} rows", population.y.size()),
                   "Drop these rows, pool the population with others, or choose another target"});
  }
}

void fill_populations(Dataset& dataset, const Grouping& groups, const RowLists& rows,
                      const std::vector<float>& y, std::size_t columns) {
  for (std::size_t p = 0; p < rows.size(); ++p) {
    Population& population = dataset.populations.emplace_back();
    population.name = groups.names[p];
    population.x = Matrix(rows[p].size(), columns);
    population.weight.assign(rows[p].size(), 1.0F);
    population.selection_rows = rows[p].size();
    population.y.reserve(rows[p].size());
    for (const std::uint32_t row : rows[p]) population.y.push_back(y[row]);
  }
}

/// Each column of the table is freed as soon as it is in the matrices.
void scatter_features(Dataset& dataset, Table& table, const std::vector<EncodedFeature>& features,
                      const RowLists& rows, const Context& context) {
  parallel_for(features.size(), context, [&](std::size_t f, std::size_t) {
    const EncodedFeature& encoded = features[f];
    Column& column = table.columns[encoded.column];
    for (std::size_t p = 0; p < rows.size(); ++p) {
      auto out = dataset.populations[p].x.view();
      out.data += encoded.feature.first_column * out.stride;
      out.columns = encoded.feature.column_count;
      encode_rows(encoded, column, rows[p], out);
    }
    column = Column{};
  });
}

void check_size(const Table& table) {
  // Row numbers are kept in 32 bits, here and in the random streams.
  if (table.rows > 0xFFFFFFFFULL)
    throw Error(ErrorCode::data, {table.source, "", fmt::format("has {} rows", table.rows),
                                  "At most 4294967295 rows can be used"});
}

}  // namespace

std::size_t Dataset::classes() const {
  return task == Task::multiclass ? target_levels.size() : 0;
}

std::vector<std::vector<float>> outcomes_of(const Dataset& data, std::span<const float> y) {
  if (data.classes() == 0) return {{y.begin(), y.end()}};
  std::vector<std::vector<float>> out(data.classes(), std::vector<float>(y.size(), 0.0F));
  for (std::size_t i = 0; i < y.size(); ++i) out[static_cast<std::size_t>(y[i])][i] = 1;
  return out;
}

std::size_t Dataset::columns() const {
  std::size_t count = 0;
  for (const auto& feature : features) count += feature.column_count;
  return count;
}

std::vector<std::size_t> columns_of(const Dataset& dataset, std::span<const std::size_t> features) {
  std::vector<std::size_t> sorted(features.begin(), features.end());
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::size_t> columns;
  for (const std::size_t index : sorted) {
    if (index >= dataset.features.size())
      throw Error(ErrorCode::internal,
                  {"feature index", fmt::format("{}", index),
                   fmt::format("is not below {}", dataset.features.size()), ""});
    const Feature& feature = dataset.features[index];
    for (std::size_t d = 0; d < feature.column_count; ++d)
      columns.push_back(feature.first_column + d);
  }
  return columns;
}

Dataset make_dataset(Table table, const DatasetOptions& options, const Context& context) {
  check_options(options);
  check_size(table);
  const ColumnRoles roles = assign_roles(table, options);
  // A reader that keeps to plan_columns has done this; a table made by hand or read by another
  // plan may still have numbers there.
  for (const auto& name : options.categorical)
    for (auto& column : table.columns)
      if (column.name == name) make_categorical(column);

  Dataset dataset;
  dataset.source = table.source;
  dataset.target = options.target;
  Grouping groups = group_rows(table, roles.populations);
  Target target = read_target(table.columns[roles.target], groups, table.source, options.task);
  dataset.task = target.task;
  dataset.target_levels = target.levels;
  drop_rows(dataset, groups, target.y, context);
  settle_groups(groups, table.source, options, context);

  auto [features, left_out] = encode_features(table, roles, groups, options, context);
  for (const auto& encoded : features) dataset.features.push_back(encoded.feature);
  dataset.left_out = std::move(left_out);
  const RowLists rows = canonical_order({table, features, target.y}, groups, context);
  fill_populations(dataset, groups, rows, target.y, dataset.columns());
  check_target_varies(dataset);
  scatter_features(dataset, table, features, rows, context);
  return dataset;
}

}  // namespace drfs
