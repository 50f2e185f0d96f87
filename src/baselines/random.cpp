#include "core/random.hpp"
#include "baselines/baselines.hpp"

namespace drfs {

Selection choose_at_random(const Dataset& data, const SelectOptions& options, const Context&) {
  Selection selection;
  auto order = permutation(options.seed, Stream::random_choice, {}, data.features.size());
  order.resize(static_cast<std::size_t>(options.budget));
  for (std::size_t feature : order) selection.selected.push_back({feature});
  return selection;
}

}  // namespace drfs
