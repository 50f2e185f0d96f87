#include "methods/make_problem.hpp"

namespace drfs {

Problem make_problem(const Dataset& data, const SelectOptions& options, const Context& context) {
  const auto targets = make_targets(data, options.aim);
  return {make_constraints(data, options, context), make_aim(data, options), targets,
          !targets.empty()};
}

}  // namespace drfs
