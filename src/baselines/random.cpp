#include "core/random.hpp"
#include "baselines/baselines.hpp"

namespace drfs {

Selection choose_at_random(const Dataset& data, const Problem& problem, const Recipe& recipe,
                           const Context&) {
  Selection selection;
  selection.selected =
      first_allowed(permutation(recipe.seed, Stream::random_choice, {}, data.features.size()),
                    problem.constraints);
  return selection;
}

}  // namespace drfs
