// The table of models: one row per name and task. Options are checked here, once,
// so that a model can rely on them.
#include "drfs/models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "models/model_table.hpp"

namespace drfs {
namespace {

struct ModelRow {
  std::string_view name;
  Task task;
  std::unique_ptr<Model> (*make)(const ModelOptions&);
};

constexpr ModelRow kModels[] = {
    {"auto", Task::regression, make_better_regression},
    {"auto", Task::binary, make_better_binary},
    {"auto", Task::multiclass, make_better_multiclass},
    {"xgb", Task::regression, make_xgboost_regression},
    {"xgb", Task::binary, make_xgboost_binary},
    {"xgb", Task::multiclass, make_xgboost_multiclass},
    {"rf", Task::regression, make_forest_regression},
    {"rf", Task::binary, make_forest_binary},
    {"rf", Task::multiclass, make_forest_multiclass},
    {"smooth", Task::regression, make_smooth_regression},
    {"linear", Task::regression, make_ridge_regression},
    {"linear", Task::binary, make_logistic_regression},
    {"linear", Task::multiclass, make_logistic_multiclass},
    {"mlp", Task::regression, make_mlp_regression},
    {"mlp", Task::binary, make_mlp_binary},
    {"mlp", Task::multiclass, make_mlp_multiclass},
};

void check_options(const ModelOptions& o) {
  require_option(o.trees >= 1 && o.trees <= 100'000, "trees", o.trees,
                 "a whole number from 1 to 100000");
  require_option(o.depth >= 1 && o.depth <= 30, "depth", o.depth, "a whole number from 1 to 30");
  require_option(o.tree_rate > 0 && o.tree_rate <= 1, "tree-rate", o.tree_rate,
                 "a number above 0 and at most 1");
  require_option(o.ridge > 0 && std::isfinite(o.ridge), "ridge", o.ridge, "a number above 0");
}

void check_name(const std::string& name) {
  const auto known = model_names();
  if (std::ranges::find(known, name) == known.end())
    throw_unknown_name("option --model", name, known);
}

}  // namespace

void describe(ModelOptions& o, OptionVisitor& visitor) {
  visitor.option(
      "model",
      Choice{[&o] { return o.model; },
             [&o](const std::string& name) {
               check_name(name);
               o.model = name;
             },
             model_names()},
      "Model of the search and the evaluation; auto = trees, or smooth or linear where better");
  visitor.option("trees", o.trees, "Number of trees, boosted or in a forest");
  visitor.option("depth", o.depth, "Greatest depth of a boosted tree");
  visitor.option("tree-rate", o.tree_rate, "Learning rate of boosting");
  visitor.option("ridge", o.ridge, "L2 penalty of the linear model");
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& row : kModels)
    if (std::ranges::find(names, row.name) == names.end()) names.emplace_back(row.name);
  return names;
}

std::unique_ptr<Model> make_model(const ModelOptions& options, Task task) {
  check_name(options.model);
  check_options(options);
  for (const auto& row : kModels)
    if (row.name == options.model && row.task == task) return row.make(options);
  std::vector<std::string_view> tasks;
  for (const auto& row : kModels)
    if (row.name == options.model) tasks.push_back(name_of(row.task, kTaskNames));
  throw Error(ErrorCode::usage, {"option --task", std::string(name_of(task, kTaskNames)),
                                 fmt::format("is not supported by the model {}", options.model),
                                 fmt::format("Supported: {}", fmt::join(tasks, ", "))});
}

}  // namespace drfs
