// The folders that comparisons and reproductions leave.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "drfs/comparison_report.hpp"
#include "drfs/report.hpp"
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

void write_comparison(const std::string& folder, const Comparison& comparison,
                      const DescribeAll& describe_all, const std::string& title) {
  const fs::path place(folder);
  write_file(place / "comparison.json", comparison_json(comparison, describe_all));
  write_file(place / "comparison.csv", comparison_csv(comparison));
  write_file(place / "options.toml", options_toml(describe_all));
  std::set<int> budgets;
  for (const auto& trial : comparison.trials) budgets.insert(trial.budget);
  for (int budget : budgets)
    write_file(place / fmt::format("chart-{}.json", budget),
               comparison_chart(comparison, budget, fmt::format("{}, budget {}", title, budget)));
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
