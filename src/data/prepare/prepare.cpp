// From a table to a data set that features can be chosen from.
#include <fmt/format.h>

#include "drfs/data.hpp"

namespace drfs {

void make_ready(Dataset& data, const DatasetOptions& options, const Context& context) {
  if (options.missing_values == MissingValues::native) remember_missing(data);
  impute(data, context);
  standardise(data);
  group_features(data, options);
  context.progress(
      {"prepare", 1, 1,
       fmt::format("{} features, {} populations", data.features.size(), data.populations.size())});
}

Dataset prepare(Table table, const DatasetOptions& options, const SplitOptions& split,
                std::uint64_t seed, const Context& context) {
  Dataset data = make_dataset(std::move(table), options, context);
  split_rows(data, split, seed);
  make_ready(data, options, context);
  return data;
}

}  // namespace drfs
