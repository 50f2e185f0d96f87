// The folder that a comparison leaves.
#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "core/whole_file.hpp"
#include "drfs/comparison_report.hpp"
#include "drfs/report.hpp"

namespace drfs {
namespace fs = std::filesystem;

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

}  // namespace drfs
