#include "methods/read_problem.hpp"

namespace drfs {

Problem read_problem(const Dataset& data, const SelectOptions& options, const Context& context) {
  const auto targets = read_targets(data, options.aim);
  return {read_constraints(data, options, context), read_aim(data, options), targets,
          !targets.empty()};
}

}  // namespace drfs
