// What a reproduction leaves: JSON, and a folder with a page of all experiments.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "drfs/reproduction.hpp"
#include "report/comparison_rows.hpp"
#include "report/option_values.hpp"
#include "report/write_file.hpp"

namespace drfs {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::string reproduction_json(const std::vector<Reproduced>& experiments) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& [experiment, comparison] : experiments)
    list.push_back({{"experiment", experiment.name}, {"rows", rows_json(comparison)}});
  return json_text(
      {{"schema", "drfs.reproduction/1"}, {"version", version()}, {"experiments", list}});
}

void write_reproduction(const std::string& folder, const Reproduced& reproduced) {
  constexpr const char* kPage = "reproduction.md";
  const fs::path place(folder);
  write_file(place / reproduced.experiment.name / kPage, reproduction_section(reproduced));
  std::string page = reproduction_preface();
  for (const auto& name : experiment_names())
    if (fs::exists(place / name / kPage)) page += "\n" + text_of(place / name / kPage);
  write_file(place / kPage, page);
}

}  // namespace drfs
