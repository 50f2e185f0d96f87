#include "data/prepare/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "data/prepare/row_order.hpp"

namespace drfs {
namespace {

/// Per row the part that scores it; kParts where none does, because a large population has rows
/// enough. The rows are in random order; classes are dealt out one after the other, so that each
/// part has its share of every one.
std::vector<std::size_t> deal_out(const Population& population, Task task) {
  std::vector<std::size_t> order(std::min(population.y.size(), kPlenty));
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (task != Task::regression)
    std::ranges::stable_sort(order, {}, [&](std::size_t row) { return population.y[row]; });
  std::vector<std::size_t> part(population.y.size(), kParts);
  for (std::size_t i = 0; i < order.size(); ++i) part[order[i]] = i % kParts;
  return part;
}

/// The other rows, which train, come first.
void put_last(Population& population, const std::vector<std::size_t>& part_of_row,
              std::size_t part) {
  std::vector<std::size_t> order(part_of_row.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto scored = std::ranges::stable_partition(
      order, [&](std::size_t row) { return part_of_row[row] != part; });
  put_in_order(population, order);
  population.selection_rows = order.size() - scored.size();
}

/// Found before anything is chosen, which may take long.
void check_training_rows(const Dataset& data, const Population& population,
                         const std::vector<std::size_t>& part_of_row) {
  const auto fail = [&](std::string problem) {
    throw Error(
        ErrorCode::data,
        {fmt::format("{}, population '{}', target '{}'", data.source, population.name, data.target),
         "", std::move(problem), "Leave the population out, pool it, or give it more rows"});
  };
  if (part_of_row.size() < kParts)
    fail(fmt::format("has {} rows, too few to be scored in {} parts", part_of_row.size(), kParts));
  for (std::size_t part = 0; part < kParts; ++part) {
    std::vector<float> y;
    for (std::size_t row = 0; row < part_of_row.size(); ++row)
      if (part_of_row[row] != part) y.push_back(population.y[row]);
    const auto [least, most] = std::ranges::minmax(y);
    if (least == most)
      fail(fmt::format("is the same in all {} rows that choose features while others are scored",
                       y.size()));
  }
}

}  // namespace

Partition::Partition(Dataset made, const DatasetOptions& options, const SplitOptions& split,
                     std::uint64_t seed, const Context& context)
    : options_(options), whole_(std::move(made)) {
  if (split.selection_share == 0) {
    shuffle(seed);
    deal_out_parts();
  } else if (split.selection_share == 1) {
    shuffle(seed);
    figures_ = Figures::none;
  } else {
    split_rows(whole_, split, seed);
  }
  make_ready(whole_, options, context);
}

/// All rows choose, in random order.
void Partition::shuffle(std::uint64_t seed) {
  for (std::size_t p = 0; p < whole_.populations.size(); ++p) {
    Population& population = whole_.populations[p];
    put_in_order(population, random_order(seed, p, population.y.size()));
    population.selection_rows = population.y.size();
  }
}

/// Leaves `whole_` with the rows in their final order, nothing fitted to them.
void Partition::deal_out_parts() {
  std::vector<std::vector<std::size_t>> parts;
  for (const auto& population : whole_.populations)
    parts.push_back(deal_out(population, whole_.task));
  const bool plenty = std::ranges::all_of(
      whole_.populations, [](const Population& p) { return p.y.size() >= kPlenty; });
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (plenty)
      put_last(whole_.populations[p], parts[p], 0);
    else
      check_training_rows(whole_, whole_.populations[p], parts[p]);
  }
  if (plenty) return;
  figures_ = Figures::cross_fitted;
  made_ = whole_;
  part_of_row_ = std::move(parts);
}

std::size_t Partition::parts() const {
  if (figures_ == Figures::none) return 0;
  return figures_ == Figures::held_out ? 1 : kParts;
}

void Partition::for_each_part(const std::function<void(std::size_t, const Dataset&)>& use,
                              const Context& context) const {
  if (figures_ == Figures::held_out) return use(0, whole_);
  for (std::size_t k = 0; k < parts(); ++k) use(k, part(k, context));
}

Dataset Partition::part(std::size_t number, const Context& context) const {
  Dataset data = made_;
  for (std::size_t p = 0; p < data.populations.size(); ++p)
    put_last(data.populations[p], part_of_row_[p], number);
  make_ready(data, options_, context.silent());  // what it would say has been said of the whole
  return data;
}

}  // namespace drfs
