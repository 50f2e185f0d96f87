// A comparison as a bar chart: a Vega-Lite specification with its data inside.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "drfs/comparison_report.hpp"
#include "report/option_values.hpp"

namespace drfs {
namespace {

using Json = nlohmann::ordered_json;

std::string panel_of(const ComparisonRow& row) {
  return fmt::format("{} {}", row.downstream, name_of(row.metric, kMetricNames));
}

Json values(const std::vector<ComparisonRow>& rows, int budget) {
  Json out = Json::array();
  for (const auto& row : rows) {
    if (row.budget != budget) continue;
    const double spread = std::isnan(row.deviation) ? 0 : row.deviation;
    out.push_back({{"method", row.method},
                   {"population", row.population},
                   {"panel", panel_of(row)},
                   {"mean", row.mean},
                   {"low", row.mean - spread},
                   {"high", row.mean + spread}});
  }
  return out;
}

Json methods_in_order(const std::vector<ComparisonRow>& rows) {
  std::vector<std::string> methods;
  for (const auto& row : rows)
    if (std::ranges::find(methods, row.method) == methods.end()) methods.push_back(row.method);
  return methods;
}

}  // namespace

std::string comparison_chart(const Comparison& comparison, int budget, const std::string& title) {
  const auto& rows = comparison.rows;
  const Json offset = {{"field", "method"}, {"type", "nominal"}, {"sort", methods_in_order(rows)}};
  const Json x = {{"field", "population"},
                  {"type", "nominal"},
                  {"title", nullptr},
                  {"axis", {{"labelAngle", 0}}}};
  const Json bars = {{"mark", {{"type", "bar"}, {"tooltip", true}}},
                     {"encoding",
                      {{"x", x},
                       {"xOffset", offset},
                       {"y", {{"field", "mean"}, {"type", "quantitative"}, {"title", nullptr}}},
                       {"color",
                        {{"field", "method"},
                         {"type", "nominal"},
                         {"sort", methods_in_order(rows)},
                         {"title", "method"}}}}}};
  const Json spread = {{"mark", {{"type", "rule"}}},
                       {"encoding",
                        {{"x", x},
                         {"xOffset", offset},
                         {"y", {{"field", "low"}, {"type", "quantitative"}}},
                         {"y2", {{"field", "high"}}}}}};
  return json_text({{"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
                    {"title", title},
                    {"data", {{"values", values(rows, budget)}}},
                    {"facet", {{"field", "panel"}, {"type", "nominal"}, {"title", nullptr}}},
                    {"columns", 2},
                    {"spec", {{"width", 360}, {"height", 220}, {"layer", {bars, spread}}}},
                    {"resolve", {{"scale", {{"y", "independent"}}}}}});
}

}  // namespace drfs
