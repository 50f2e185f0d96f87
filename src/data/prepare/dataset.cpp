// A table to a data set: roles, populations, target, features, and the canonical order
// of rows. The steps read in that order in make_dataset at the end.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/parallel.hpp"
#include "data/content_hash.hpp"
#include "data/prepare/copies.hpp"
#include "data/prepare/encoding.hpp"
#include "data/prepare/grouping.hpp"
#include "data/prepare/labels.hpp"
#include "data/prepare/roles.hpp"
#include "data/prepare/row_weights.hpp"
#include "data/prepare/target.hpp"
#include "data/read/column_plan.hpp"
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
    return std::bit_cast<std::uint32_t>(canonical(column.number(row)));
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

/// Decides between different rows of one hash.
bool content_less(const Plan& plan, std::size_t a, std::size_t b) {
  for (const auto& encoded : plan.features) {
    const Column& column = plan.table.columns[encoded.column];
    const std::uint64_t word_a = content_word(encoded, column, a);
    const std::uint64_t word_b = content_word(encoded, column, b);
    if (word_a != word_b) return word_a < word_b;
  }
  return plan.y[a] < plan.y[b];
}

RowContent content_of(const Plan& plan) {
  const auto same = [&](std::uint32_t a, std::uint32_t b) {
    return !content_less(plan, a, b) && !content_less(plan, b, a);
  };
  const auto numbers = [&](const std::vector<std::uint32_t>& rows) {
    std::vector<std::vector<std::uint32_t>> out(1);
    for (const std::uint32_t row : rows)
      out[0].push_back(std::bit_cast<std::uint32_t>(plan.y[row]));
    for (const auto& encoded : plan.features) {
      const Column& column = plan.table.columns[encoded.column];
      if (column.type != ColumnType::number) continue;
      auto& bits = out.emplace_back();
      for (const std::uint32_t row : rows)
        bits.push_back(static_cast<std::uint32_t>(content_word(encoded, column, row)));
    }
    return out;
  };
  return {same, numbers};
}

/// The weight comes last: it decides between copies of a row, never between others, so that a row
/// of weight 2 stands where the row and its copy stand.
RowLists canonical_order(const Plan& plan, const Grouping& groups, const RowWeights& weights,
                         const Context& context) {
  const auto hashes = hash_rows(plan, context);
  RowLists rows(groups.names.size());
  const auto sizes = groups.sizes();
  for (std::size_t p = 0; p < rows.size(); ++p) rows[p].reserve(sizes[p]);
  for (std::size_t row = 0; row < hashes.size(); ++row)
    if (groups.group_of_row[row] >= 0)
      rows[groups.group_of_row[row]].push_back(static_cast<std::uint32_t>(row));
  parallel_for(rows.size(), context, [&](std::size_t p, std::size_t) {
    std::ranges::sort(rows[p], [&](std::uint32_t a, std::uint32_t b) {
      if (hashes[a] != hashes[b]) return hashes[a] < hashes[b];
      if (content_less(plan, a, b)) return true;
      return weights.less(a, b) && !content_less(plan, b, a);
    });
  });
  return rows;
}

void count_rows_without_population(Dataset& dataset, const Grouping& groups,
                                   const Context& context) {
  dataset.rows_without_population =
      static_cast<std::size_t>(std::ranges::count(groups.group_of_row, -1));
  if (dataset.rows_without_population > 0)
    context.log(Severity::info, fmt::format("{}: {} rows without a population are left out",
                                            dataset.source, dataset.rows_without_population));
}

void drop_rows_without_target(Dataset& dataset, Grouping& groups, const std::vector<float>& y,
                              const Context& context) {
  for (std::size_t row = 0; row < y.size(); ++row)
    if (groups.group_of_row[row] >= 0 && std::isnan(y[row])) {
      groups.group_of_row[row] = -1;
      ++dataset.rows_without_target;
    }
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
                      const RowWeights& weights, const std::vector<float>& y) {
  for (std::size_t p = 0; p < rows.size(); ++p) {
    Population& population = dataset.populations.emplace_back();
    population.name = groups.names[p];
    population.x = Matrix(rows[p].size(), dataset.columns());
    weights.fill(population, rows[p]);
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
  count_rows_without_population(dataset, groups, context);
  RowWeights weights = read_weights(table, roles, groups, dataset, context);
  dataset.replicate_scale = replicate_scale(options, weights.replicates.size());
  Target target = read_target(table.columns[roles.target], groups, table.source, options.task);
  dataset.task = target.task;
  dataset.target_levels = target.levels;
  drop_rows_without_target(dataset, groups, target.y, context);
  settle_groups(groups, table.source, options, context);

  auto [features, left_out] = encode_features(table, roles, groups, options, context);
  for (const auto& encoded : features) dataset.features.push_back(encoded.feature);
  dataset.left_out = std::move(left_out);
  const Plan plan{table, features, target.y};
  RowLists rows = canonical_order(plan, groups, weights, context);
  merge_copies(rows, weights, content_of(plan), static_cast<std::size_t>(options.min_rows),
               table.source, context);
  fill_populations(dataset, groups, rows, weights, target.y);
  check_target_varies(dataset);
  scatter_features(dataset, table, features, rows, context);
  apply_labels(dataset, options.labels, context);
  return dataset;
}

}  // namespace drfs
