// What a data set says of itself: its columns, those of some features, its outcomes.
#include <fmt/format.h>

#include <algorithm>

#include "drfs/data.hpp"

namespace drfs {

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

}  // namespace drfs
