// The table of methods: each a name, its settings, and the function that chooses.
#include "drfs/methods.hpp"

#include <fmt/format.h>

#include "baselines/baselines.hpp"
#include "core/stopwatch.hpp"
#include "methods/select_problem.hpp"
#include "methods/settings.hpp"
#include "select/select.hpp"

namespace drfs {
namespace {

struct Method {
  const char* name;
  MethodSettings (*settings)();
  Selection (*choose)(const Dataset&, const Problem&, const Recipe&, const Context&);
  bool is_ranking = true;
  bool (*follows)(AimName) = [](AimName aim) { return aim == AimName::worst; };
  /// Whether a setting has a part in what it does, with a search and without.
  bool (*reads)(std::string_view setting, bool searches) = [](std::string_view, bool) {
    return false;
  };
};

bool is_of_cross_validation(std::string_view setting) {
  return setting == "refine-rows" || setting == "refine-folds";
}
bool is_of_the_search(std::string_view setting) {
  return is_of_cross_validation(setting) || setting == "fill" || setting == "time-limit" ||
         setting == "without" || setting == "relaxation";
}
constexpr auto kSettingsInUse = [](std::string_view setting, bool searches) {
  return searches || !is_of_the_search(setting);
};
constexpr auto kFolds = [](std::string_view setting, bool) {
  return is_of_cross_validation(setting);
};
constexpr auto kEveryAim = [](AimName) { return true; };
/// A relaxation knows no set that is best for one population.
constexpr auto kEveryAimButRegret = [](AimName aim) { return aim != AimName::regret; };

/// Baselines have no settings of their own; what they share with `auto`, such as the model that
/// scores the choice, is as it is there.
constexpr Method kMethods[] = {
    {"auto", auto_settings, choose_set, false, kEveryAim, kSettingsInUse},
    {"paper", paper_settings, choose_set, true, kEveryAimButRegret, kSettingsInUse},
    {"lasso", auto_settings, choose_by_lasso},
    {"xgb", auto_settings, choose_by_trees},
    {"dro-lasso", auto_settings, choose_by_robust_lasso},
    {"dro-xgb", auto_settings, choose_by_robust_trees},
    {"embedded-mlp", auto_settings, choose_by_masked_network},
    {"greedy", auto_settings, choose_greedily, true, kEveryAim, kFolds},
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

std::vector<std::string> ignored_options(const SelectOptions& options) {
  const Method& method = find_method(options.method);
  const bool searches = recipe_of(options).searches();
  std::vector<std::string> ignored = setting_names();
  std::erase_if(ignored, [&](const std::string& name) {
    return name == "backend" ||  // it is asked for wherever a kernel might be used
           method.reads(name, searches);
  });
  return ignored;
}

MethodSettings method_settings(const std::string& method, const std::string& preset) {
  const Method& row = find_method(method);
  if (preset.empty()) return row.settings();
  if (method != "paper")
    throw Error(ErrorCode::usage, {"option --preset", preset, "belongs to the paper's method",
                                   "Add --method paper, or leave --preset out"});
  return preset_settings(preset);
}

MethodSettings settings_of(const SelectOptions& options) {
  return options.settings ? *options.settings : method_settings(options.method, options.preset);
}

Recipe recipe_of(const SelectOptions& options) {
  return {settings_of(options), options.model, options.seed};
}

AimName aim_of(const SelectOptions& options) {
  if (options.aim.aim) return *options.aim.aim;
  return options.preset.empty() ? AimName::worst : preset_aim(options.preset);
}

Selection select_features(const Dataset& data, const SelectOptions& options,
                          const Context& context) {
  check(options);
  return select_features(data, make_problem(data, options, context), options, context);
}

Selection select_features(const Dataset& data, const Problem& problem, const SelectOptions& options,
                          const Context& context) {
  context.throw_if_stopped();
  const Stopwatch watch;
  const Method& method = find_method(options.method);
  const AimName aim = problem.aim.name();
  if (!method.follows(aim))
    context.log(Severity::warning, fmt::format("--aim {} has no part in what --method {} chooses",
                                               name_of(aim, kAimNames), options.method));
  Selection selection = method.choose(data, problem, recipe_of(options), context);
  add_costs(selection, problem.constraints);
  selection.choose_seconds = watch.seconds();
  return selection;
}

}  // namespace drfs
