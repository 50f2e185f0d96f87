// A comparison as JSON and as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "drfs/comparison_report.hpp"
#include "report/csv_field.hpp"
#include "report/option_values.hpp"

namespace drfs {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const ComparisonRow& row) {
  Json json = {{"method", row.method},
               {"budget", row.budget},
               {"population", row.population},
               {"downstream", row.downstream},
               {"metric", name_of(row.metric, kMetricNames)},
               {"mean", row.mean},
               {"std", row.deviation},
               {"n", row.seeds},
               {"selected", row.selected}};
  if (row.published)
    json["paper"] = {{"mean", row.published->mean}, {"std", row.published->deviation}};
  return json;
}

Json worst_json(const ComparisonRow& row) {
  Json json = row_json(row);
  json.erase("population");
  json.erase("selected");
  if (row.behind) {
    json["behind"] = row.behind->by;
    json["behind_se"] = row.behind->standard_error;
  }
  return json;
}

Json rows_json(const Comparison& comparison) {
  Json rows = Json::array();
  for (const auto& row : comparison.rows) rows.push_back(row_json(row));
  return rows;
}

/// Nothing where it is not one.
std::string number(double value) {
  return std::isnan(value) ? "" : fmt::format("{:.6g}", value);
}

}  // namespace

std::string comparison_json(const Comparison& comparison, const DescribeAll& describe_all) {
  Json worst = Json::array(), seconds = Json::array();
  for (const auto& row : comparison.worst) worst.push_back(worst_json(row));
  for (const auto& trial : comparison.trials)
    seconds.push_back({{"method", trial.method},
                       {"budget", trial.budget},
                       {"seed", trial.seed},
                       {"choose", trial.seconds}});
  return json_text({{"schema", "drfs.comparison/1"},
                    {"version", version()},
                    {"rows", rows_json(comparison)},
                    {"worst", worst},
                    {"seconds", seconds},
                    {"options", option_values(describe_all)}});
}

std::string comparison_csv(const Comparison& comparison) {
  const bool published = std::ranges::any_of(
      comparison.rows, [](const ComparisonRow& row) { return row.published.has_value(); });
  std::string text = fmt::format("method,budget,population,downstream,metric,mean,std,n{}\n",
                                 published ? ",paper_mean,paper_std" : "");
  for (const auto& row : comparison.rows) {
    text +=
        fmt::format("{},{},{},{},{},{},{},{}", row.method, row.budget, csv_field(row.population),
                    row.downstream, name_of(row.metric, kMetricNames), number(row.mean),
                    number(row.deviation), row.seeds);
    if (row.published)
      text += fmt::format(",{},{}", row.published->mean, row.published->deviation);
    else if (published)
      text += ",,";
    text += "\n";
  }
  return text;
}

}  // namespace drfs
