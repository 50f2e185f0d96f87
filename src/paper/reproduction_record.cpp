// What a reproduction leaves: JSON, and a folder with a page of all experiments.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/whole_file.hpp"
#include "drfs/comparison_report.hpp"
#include "drfs/reproduction.hpp"

namespace drfs {
namespace {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

/// As schema drfs.comparison/1 has them.
Json rows_of(const Comparison& comparison) {
  return Json::parse(comparison_json(comparison, [](OptionVisitor&) {}))["rows"];
}

}  // namespace

std::string reproduction_json(const std::vector<Reproduced>& experiments) {
  Json list = Json::array();
  for (const auto& [experiment, comparison] : experiments)
    list.push_back({{"experiment", experiment.name}, {"rows", rows_of(comparison)}});
  const Json all = {
      {"schema", "drfs.reproduction/1"}, {"version", version()}, {"experiments", list}};
  return all.dump(2) + "\n";
}

void write_reproduction(const std::string& folder, const Reproduced& reproduced) {
  constexpr const char* kPage = "reproduction.md";
  const fs::path place(folder);
  write_file(place / reproduced.experiment.name / kPage, reproduction_section(reproduced));
  std::string page = reproduction_preface();
  for (const auto& name : experiment_names())
    if (fs::exists(place / name / kPage)) page += "\n" + read_file(place / name / kPage);
  write_file(place / kPage, page);
}

}  // namespace drfs
