// The JSON of the contract.
#include <nlohmann/json.hpp>

#include "drfs/methods.hpp"
#include "drfs/report.hpp"
#include "report/figures.hpp"
#include "report/option_values.hpp"
#include "report/stability.hpp"

namespace drfs {
namespace {

using Json = nlohmann::ordered_json;

Json selected_json(const RunResult& result) {
  Json selected = Json::array();
  for (std::size_t i = 0; i < result.selection.selected.size(); ++i) {
    const auto& chosen = result.selection.selected[i];
    const Feature& feature = result.features[chosen.feature];
    Json entry = {{"feature", feature.name},
                  {"rank", i + 1},
                  {"noise", chosen.noise ? Json(*chosen.noise) : Json()}};
    if (chosen.loss_without) {
      entry["loss"] = chosen.loss_without->loss;
      entry["loss_se"] = chosen.loss_without->standard_error;
      entry["helps"] = chosen.loss_without->helps;
    }
    if (!feature.label.empty()) entry["label"] = feature.label;
    for (const auto& part : feature.parts) entry["columns"].push_back(part.name);
    for (std::size_t r = 0; r < chosen.cost.size(); ++r) {
      const std::string name = r == 0 ? "cost" : result.selection.spending[r].resource;
      entry[entry.contains(name) ? "cost_" + name : name] = chosen.cost[r];
    }
    for (const auto& [value, label] : feature.value_labels)
      entry["value_labels"].push_back({{"value", value}, {"label", label}});
    selected.push_back(std::move(entry));
  }
  return selected;
}

Json populations_json(const std::vector<PopulationFigures>& figures) {
  Json populations = Json::array();
  for (const auto& p : figures)
    populations.push_back({{"name", p.name},
                           {"rows", p.rows},
                           {"risk", p.risk.value},
                           {"risk_se", p.risk.standard_error},
                           {"risk_all_features", p.risk_all_features.value},
                           {"risk_all_features_se", p.risk_all_features.standard_error},
                           {"risk_none", 1.0}});
  return populations;
}

/// With what each population would choose for itself, where the aim is the regret.
Json populations_json(const RunResult& result) {
  Json populations = populations_json(result.populations);
  for (std::size_t p = 0; p < result.selection.best_alone.size(); ++p) {
    const auto& [set, risk] = result.selection.best_alone[p];
    Json names = Json::array();
    for (std::size_t feature : set) names.push_back(result.features[feature].name);
    populations[p]["own_best"] = {{"features", names}, {"risk", risk}};
    if (const auto& unseen = result.populations[p].risk_best_alone)
      populations[p]["own_best"]["risk_held_out"] = unseen->value;
  }
  return populations;
}

std::vector<std::string> population_names(const std::vector<std::size_t>& some,
                                          const RunResult& result) {
  std::vector<std::string> names;
  for (std::size_t p : some) names.push_back(result.populations[p].name);
  return names;
}

/// The noise level of every candidate, chosen or not: what the ranking was made from. Null where
/// the method has no relaxation.
Json noise_json(const RunResult& result) {
  if (result.selection.relaxation.alpha.empty()) return nullptr;
  Json noise = Json::object();
  for (std::size_t i = 0; i < result.features.size(); ++i)
    noise[result.features[i].name] = result.selection.relaxation.alpha[i];
  return noise;
}

Json relaxation_json(const RunResult& result) {
  if (result.selection.relaxation.alpha.empty()) return nullptr;
  const auto& minimum = result.selection.relaxation.minimum;
  Json path = Json::array();
  for (const auto& point : result.selection.relaxation.path)
    path.push_back({{"lambda", point.lambda}, {"kept", point.kept}});
  return {{"steps", minimum.steps},
          {"best_step", minimum.step},
          {"objective", minimum.value},
          {"ended", name_of(minimum.reason, kStopReasonNames)},
          {"path", path}};
}

Json left_out_json(const RunResult& result) {
  Json columns = Json::array();
  for (const auto& [column, reason] : result.left_out)
    columns.push_back({{"column", column}, {"reason", reason}});
  return columns;
}

/// Without costs every feature costs 1, and the budget is a budget of cost, too.
Json budget_json(const RunResult& result, const SelectOptions& select) {
  // With --max-risk and no --budget it is what was found to be enough.
  const int budget = select.budget > 0 || select.aim.max_risk.empty()
                         ? select.budget
                         : static_cast<int>(result.selection.selected.size());
  Json json = {{"features", budget > 0 ? Json(budget) : Json()}, {"cost", {}}, {"spent", 0}};
  Json resources = Json::array();
  for (const auto& [resource, limit, spent] : result.selection.spending)
    resources.push_back(
        {{"resource", resource}, {"limit", limit ? Json(*limit) : Json()}, {"spent", spent}});
  if (resources.empty()) return json;
  const bool counts = resources[0]["limit"].is_null() && select.rules.cost_file.empty() &&
                      select.rules.prices.empty() && budget > 0;
  json["cost"] = counts ? Json(double(budget)) : resources[0]["limit"];
  json["spent"] = resources[0]["spent"];
  if (resources.size() > 1) json["resources"] = resources;
  if (!result.selection.set_ups.empty()) json["set_ups"] = result.selection.set_ups;
  return json;
}

}  // namespace

std::string selection_json(const RunResult& result, const RunOptions& options,
                           const DescribeAll& describe_all) {
  const auto& select = options.select;
  Json json = {
      {"schema", "drfs.selection/1"},
      {"version", version()},
      {"method", select.method},
      {"task", name_of(result.task, kTaskNames)},
      {"seed", select.seed},
      {"interrupted", result.ended_early()},
      {"nothing_helps", result.nothing_helps},
      {"budget", budget_json(result, select)},
      {"selected", selected_json(result)},
      {"figures", name_of(result.figures, kFiguresNames)},
      {"populations", populations_json(result)},
      {"worst", {{"population", result.worst().name}, {"risk", result.worst().risk.value}}},
      {"aim", {{"name", name_of(aim_of(select), kAimNames)}, {"value", result.aim}}},
      {"noise", noise_json(result)},
      {"relaxation", relaxation_json(result)},
      {"left_out", left_out_json(result)},
      {"rows_dropped",
       {{"without_target", result.rows_without_target},
        {"without_population", result.rows_without_population},
        {"without_weight", result.rows_without_weight}}},
      {"seconds",
       {{"load", result.load_seconds},
        {"means", result.selection.means_seconds},
        {"relax", result.selection.relax_seconds},
        {"refine", result.selection.refine_seconds},
        {"choose", result.selection.choose_seconds},
        {"evaluate", result.evaluate_seconds},
        {"bootstrap", result.bootstrap_seconds},
        {"total", result.total_seconds}}},
      {"options", option_values(describe_all)}};
  if (const auto& course = result.selection.refinement)
    json["refinement"] = {{"start_worst", course->start_worst},
                          {"worst", course->worst},
                          {"start_aim", course->start_aim},
                          {"aim", course->aim},
                          {"risks", course->risk},
                          {"passes", course->passes},
                          {"sets_tried", course->sets_tried},
                          {"not_needed", feature_names(course->not_needed, result.features)},
                          {"not_helped", population_names(course->not_helped, result)},
                          {"nearly_as_good", nearly_as_good_json(*course, result.features)}};
  if (result.stability) json["stability"] = stability_json(*result.stability, result.features);
  if (!result.scored()) json["worst"] = {{"population", nullptr}, {"risk", nullptr}};
  return json_text(json);
}

std::string evaluation_json(const SetEvaluation& evaluation, const EvaluateOptions& options,
                            const DescribeAll& describe_all) {
  const auto& worst = evaluation.worst();
  return json_text({{"schema", "drfs.evaluation/1"},
                    {"version", version()},
                    {"task", name_of(evaluation.task, kTaskNames)},
                    {"seed", options.seed},
                    {"features", evaluation.features},
                    {"figures", name_of(evaluation.figures, kFiguresNames)},
                    {"populations", populations_json(evaluation.populations)},
                    {"worst", {{"population", worst.name}, {"risk", worst.risk.value}}},
                    {"options", option_values(describe_all)}});
}

std::string info_json(int threads) {
  const auto backends = kernel_backends();
  const Json json = {{"schema", "drfs.info/1"},      {"version", version()},
                     {"build", build_description()}, {"backend", backends.front()},
                     {"backends", backends},         {"gpu", nullptr},
                     {"threads", threads},           {"methods", method_names()},
                     {"presets", preset_names()},    {"models", model_names()}};
  return json_text(json);
}

}  // namespace drfs
