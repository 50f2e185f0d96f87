// The curve as JSON, CSV and chart.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/whole_file.hpp"
#include "drfs/curve_report.hpp"
#include "drfs/report.hpp"
#include "report/csv_field.hpp"
#include "report/option_values.hpp"

namespace drfs {
namespace {

using Json = nlohmann::ordered_json;

Json names_json(const CurveResult& result, const std::vector<std::size_t>& features) {
  Json names = Json::array();
  for (std::size_t feature : features) names.push_back(result.features[feature].name);
  return names;
}

Json point_json(const CurveResult& result, const CurvePoint& point) {
  Json selected = Json::array(), populations = Json::array();
  for (std::size_t i = 0; i < point.selection.selected.size(); ++i)
    selected.push_back(
        {{"feature", result.features[point.selection.selected[i].feature].name}, {"rank", i + 1}});
  for (const auto& p : point.populations)
    populations.push_back({{"name", p.name},
                           {"rows", p.rows},
                           {"risk", p.risk.value},
                           {"risk_se", p.risk.standard_error},
                           {"risk_all_features", p.risk_all_features.value}});
  const auto& worst = worst_of(point.populations);
  Json spent = Json::object();
  for (const auto& [resource, limit, amount] : point.selection.spending) spent[resource] = amount;
  return {{"budget", point.budget},
          {"worst",
           {{"population", std::isnan(worst.risk.value) ? Json() : Json(worst.name)},
            {"risk", worst.risk.value},
            {"risk_se", worst.risk.standard_error}}},
          {"populations", populations},
          {"selected", selected},
          {"spent", spent}};
}

Json worth_json(const CurveResult& result) {
  Json rows = Json::array();
  for (const auto& worth : result.worth)
    rows.push_back(
        {{"feature", result.features[worth.feature].name},
         {"loss", worth.loss},
         {"loss_se", worth.loss_se},
         {"instead", names_json(result, worth.instead)},
         {"loss_instead", worth.instead.empty() ? Json() : Json(worth.loss_instead)},
         {"loss_instead_se", worth.instead.empty() ? Json() : Json(worth.loss_instead_se)}});
  return rows;
}

Json price_json(const CurveResult& result) {
  Json sets = Json::array();
  for (const auto& set : result.price) {
    Json risks = Json::array();
    for (std::size_t p = 0; p < set.risk.size(); ++p)
      risks.push_back({{"name", result.points[0].populations[p].name},
                       {"risk", set.risk[p].value},
                       {"risk_se", set.risk[p].standard_error}});
    sets.push_back({{"set", set.name},
                    {"features", names_json(result, set.features)},
                    {"populations", risks}});
  }
  return sets;
}

}  // namespace

std::string curve_json(const CurveResult& result, const DescribeAll& describe_all) {
  Json points = Json::array();
  for (const auto& point : result.points) points.push_back(point_json(result, point));
  return json_text(
      {{"schema", "drfs.curve/1"},
       {"version", version()},
       {"task", name_of(result.task, kTaskNames)},
       {"interrupted", result.interrupted},
       {"figures", name_of(result.figures, kFiguresNames)},
       {"points", points},
       {"knee", result.knee ? Json({{"budget", result.points[*result.knee].budget}}) : Json()},
       {"worth", worth_json(result)},
       {"price", price_json(result)},
       {"seconds", {{"total", result.total_seconds}}},
       {"options", option_values(describe_all)}});
}

std::string curve_csv(const CurveResult& result) {
  std::string text = "budget,population,risk,risk_se,features\n";
  for (const auto& point : result.points) {
    std::string names;
    for (const auto& chosen : point.selection.selected)
      names += (names.empty() ? "" : " ") + result.features[chosen.feature].name;
    for (const auto& p : point.populations)
      text += fmt::format("{},{},{},{},{}\n", point.budget, csv_field(p.name), p.risk.value,
                          p.risk.standard_error, csv_field(names));
  }
  return text;
}

std::string curve_chart(const CurveResult& result, const std::string& title) {
  Json values = Json::array();
  for (const auto& point : result.points)
    for (const auto& p : point.populations)
      values.push_back({{"budget", point.budget},
                        {"population", p.name},
                        {"risk", p.risk.value},
                        {"low", p.risk.value - p.risk.standard_error},
                        {"high", p.risk.value + p.risk.standard_error}});
  const Json x = {{"field", "budget"}, {"type", "quantitative"}, {"title", "features"}};
  const Json color = {{"field", "population"}, {"type", "nominal"}};
  const Json band = {{"mark", {{"type", "area"}, {"opacity", 0.2}}},
                     {"encoding",
                      {{"x", x},
                       {"y", {{"field", "low"}, {"type", "quantitative"}, {"title", "risk"}}},
                       {"y2", {{"field", "high"}}},
                       {"color", color}}}};
  const Json line = {{"mark", {{"type", "line"}, {"point", true}, {"tooltip", true}}},
                     {"encoding",
                      {{"x", x},
                       {"y", {{"field", "risk"}, {"type", "quantitative"}, {"title", "risk"}}},
                       {"color", color}}}};
  return json_text({{"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
                    {"title", title},
                    {"width", 480},
                    {"height", 300},
                    {"data", {{"values", values}}},
                    {"layer", {band, line}}});
}

void write_curve(const std::string& folder, const CurveResult& result,
                 const DescribeAll& describe_all, const std::string& title) {
  const std::filesystem::path place(folder);
  write_file(place / "curve.json", curve_json(result, describe_all));
  write_file(place / "curve.csv", curve_csv(result));
  write_file(place / "chart.json", curve_chart(result, title));
  write_file(place / "options.toml", options_toml(describe_all));
}

}  // namespace drfs
