// The table of methods: each a name, its settings, and the function that chooses.
#include "drfs/methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "baselines/baselines.hpp"
#include "core/stopwatch.hpp"
#include "methods/read_problem.hpp"
#include "methods/select_problem.hpp"
#include "methods/settings.hpp"
#include "select/select.hpp"

namespace drfs {
namespace {

struct Method {
  const char* name;
  SelectOptions (*settings)();
  Selection (*choose)(const Dataset&, const Problem&, const SelectOptions&, const Context&);
  bool is_ranking = true;
  bool follows_aim = false;
};

/// The paper's method knows no aim but its own, the --aggregation.
Selection choose_as_published(const Dataset& data, const Problem& problem,
                              const SelectOptions& options, const Context& context) {
  return select_by_relaxation(data, {problem.constraints, Aim(AimName::worst, options.objective)},
                              options, context);
}

/// Baselines have no settings of their own; what they share with `auto`, such as the model that
/// scores the choice, is as it is there.
constexpr Method kMethods[] = {
    {"auto", auto_settings, select_by_relaxation, false, true},
    {"paper", paper_settings, choose_as_published},
    {"lasso", auto_settings, choose_by_lasso},
    {"xgb", auto_settings, choose_by_trees},
    {"dro-lasso", auto_settings, choose_by_robust_lasso},
    {"dro-xgb", auto_settings, choose_by_robust_trees},
    {"embedded-mlp", auto_settings, choose_by_masked_network},
    {"greedy", auto_settings, choose_greedily, true, true},
    {"random", auto_settings, choose_at_random},
};

const Method& find_method(const std::string& name) {
  for (const auto& method : kMethods)
    if (method.name == name) return method;
  throw_unknown_name("option --method", name, method_names());
}

}  // namespace

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto& method : kMethods) names.emplace_back(method.name);
  return names;
}

bool is_ranking(const std::string& method) {
  return find_method(method).is_ranking;
}

SelectOptions method_settings(const std::string& method, const std::string& preset) {
  const Method& row = find_method(method);
  if (!preset.empty() && method != "paper")
    throw Error(ErrorCode::usage, {"option --preset", preset, "belongs to the paper's method",
                                   "Add --method paper, or leave --preset out"});
  SelectOptions settings = preset.empty() ? row.settings() : preset_settings(preset);
  settings.method = method;
  return settings;
}

Selection select_features(const Dataset& data, const SelectOptions& options,
                          const Context& context) {
  check(options);
  return select_features(data, read_problem(data, options, context), options, context);
}

Selection select_features(const Dataset& data, const Problem& problem, const SelectOptions& options,
                          const Context& context) {
  context.throw_if_stopped();
  const Stopwatch watch;
  const Method& method = find_method(options.method);
  const AimName aim = problem.aim.name();
  if (aim != AimName::worst && !method.follows_aim)
    context.log(Severity::warning, fmt::format("--aim {} has no part in what --method {} chooses",
                                               name_of(aim, kAimNames), options.method));
  Selection selection = method.choose(data, problem, options, context);
  add_costs(selection, problem.constraints);
  selection.choose_seconds = watch.seconds();
  return selection;
}

void check(const SelectOptions& options) {
  find_method(options.method);
  const bool limited = !options.rules.budget_cost.empty() || !options.aim.max_risk.empty();
  require_option(options.budget >= (limited ? 0 : 1), "budget", options.budget,
                 "a whole number of at least 1, or --budget-cost, or --max-risk");
  require_option(options.bootstrap >= 0, "bootstrap", options.bootstrap,
                 "0 (none) or a number of resamples");
  for (const auto& stage : options.without) value_of("option --without", stage, kStageNames);
  make_model(options.model, Task::regression);
  check(options.means);
  check(options.kernel);
  check(options.objective);
  check(options.aim);
  check(options.optimize);
  check(options.relax);
  check(options.refine);
  const bool searches = !is_ranking(options.method) && options.refine.refine_passes > 0;
  if (!options.aim.max_risk.empty() && !searches)
    throw Error(ErrorCode::usage,
                {"option --max-risk", options.aim.max_risk[0], "needs the search of --method auto",
                 "Leave out --method and --refine-passes, or give --budget"});
}

void describe(SelectOptions& o, OptionVisitor& v) {
  v.group("Choice");
  v.option("method", o.method, fmt::format("How to choose: {}", fmt::join(method_names(), ", ")));
  v.option("preset", o.preset,
           fmt::format("The paper's settings for one of its data sets: {}",
                       fmt::join(preset_names(), ", ")));
  v.option("budget", o.budget,
           "Most features to choose; 0 = as many as --budget-cost allows or --max-risk needs");
  v.option("seed", o.seed, "Seed of everything random");
  v.option(
      "bootstrap", o.bootstrap,
      "Resamples of the rows on which the choice is repeated, to see how firm it is; 0 = none");
  describe(o.split, v);
  v.group("Aim");
  describe(o.aim, v);
  describe(o.rules, v);
  v.group("Conditional means");
  describe(o.model, v);
  describe(o.means, v);
  v.group("Objective");
  describe(o.objective, v);
  describe(o.kernel, v);
  v.group("Relaxation");
  describe(o.relax, v);
  describe(o.optimize, v);
  v.group("Refinement");
  describe(o.refine, v);
  v.option("without", o.without,
           fmt::format("Stages to leave out, to see what they are worth: {}",
                       fmt::join(names_of(kStageNames), ", ")));
}

}  // namespace drfs
