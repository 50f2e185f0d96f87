// Finished trials as files: what an interrupted comparison goes on from.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/checksum.hpp"
#include "core/whole_file.hpp"
#include "drfs/comparison_report.hpp"
#include "drfs/report.hpp"
#include "report/option_values.hpp"

namespace drfs {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string file_name(const std::string& method, int budget, std::uint64_t seed) {
  return fmt::format("{}-{}-{}.json", method, budget, seed);
}

/// What a trial's result depends on, beside its method, budget and seed.
Json settings_json(const DescribeAll& settings) {
  Json json = option_values(settings);
  json["version"] = version();
  if (!json.contains("data")) return json;
  // A file is what it holds; what it is called matters only where that is a population.
  const Json population = json.value("population", Json::array());
  const bool named = std::ranges::find(population, Json(kFileColumn)) != population.end();
  const auto identify = [&](Json& data) {
    const auto path = data.get<std::string>();
    if (fs::is_regular_file(path))
      data = fmt::format("{}sha256 {}", named ? path + " " : "", sha256_of_file(path));
  };
  if (json["data"].is_array())
    for (auto& file : json["data"]) identify(file);
  else
    identify(json["data"]);
  return json;
}

Json trial_json(const Trial& trial, const Json& settings) {
  Json scores = Json::array();
  for (const auto& score : trial.scores)
    scores.push_back({{"population", score.population},
                      {"downstream", score.downstream},
                      {"metric", name_of(score.metric, kMetricNames)},
                      {"value", score.value}});
  return {{"schema", "drfs.trial/1"}, {"method", trial.method},     {"budget", trial.budget},
          {"seed", trial.seed},       {"selected", trial.selected}, {"scores", scores},
          {"seconds", trial.seconds}, {"settings", settings}};
}

/// JSON has no number for what is not one: null.
double number_or_nan(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

Trial trial_of(const Json& json) {
  Trial trial{json.at("method"),
              json.at("budget"),
              json.at("seed"),
              json.at("selected"),
              {},
              number_or_nan(json.at("seconds"))};
  for (const auto& score : json.at("scores"))
    trial.scores.push_back({score.at("population"), score.at("downstream"),
                            value_of("metric", score.at("metric").get<std::string>(), kMetricNames),
                            number_or_nan(score.at("value"))});
  return trial;
}

std::optional<Trial> read_trial(const fs::path& path, const Json& settings) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  const auto refuse = [&](const char* problem) {
    return Error(ErrorCode::usage,
                 {path.string(), "", problem,
                  "Give --out another folder, or remove this file and its folder"});
  };
  try {
    const Json json = Json::parse(file);
    if (json.at("settings") != settings)
      throw refuse("was made with other settings, another version or another input");
    Trial trial = trial_of(json);
    if (path.filename() != file_name(trial.method, trial.budget, trial.seed))
      throw refuse("holds another trial than its name says");
    return trial;
  } catch (const nlohmann::json::exception&) {
    throw refuse("is not a trial of a comparison");
  }
}

}  // namespace

TrialStore trials_in(const std::string& folder, const DescribeAll& settings) {
  prepare_record(folder);
  const fs::path place(folder);
  const Json made_with = settings_json(settings);
  return {[place, made_with](const std::string& method, int budget, std::uint64_t seed) {
            return read_trial(place / file_name(method, budget, seed), made_with);
          },
          [place, made_with](const Trial& trial) {
            write_file(place / file_name(trial.method, trial.budget, trial.seed),
                       json_text(trial_json(trial, made_with)));
          }};
}

}  // namespace drfs
