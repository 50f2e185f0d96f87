// From a matrix in memory to a choice of features with names and figures.
#include <drfs/run.hpp>

#include <cstdio>
#include <random>

namespace {

/// Two hospitals, three measurements; temperature matters in neither.
drfs::Table made_up_table() {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  drfs::Table table{.source = "made up", .rows = 600};
  for (const char* name : {"age", "pressure", "temperature", "days in hospital"})
    table.columns.push_back({.name = name});
  table.columns.push_back(
      {.name = "hospital", .type = drfs::ColumnType::category, .levels = {"north", "south"}});
  for (std::size_t row = 0; row < table.rows; ++row) {
    const bool south = row % 2 == 1;
    const float age = normal(random), pressure = normal(random), temperature = normal(random);
    const float days = (south ? 1.0F : 0.4F) * age + (south ? 0.2F : 0.9F) * pressure;
    const float values[] = {age, pressure, temperature, days + 0.5F * normal(random)};
    for (std::size_t c = 0; c < 4; ++c) table.columns[c].numbers.push_back(values[c]);
    table.columns[4].codes.push_back(south ? 1 : 0);
  }
  return table;
}

}  // namespace

int main() {
  drfs::RunOptions options;
  options.dataset.target = "days in hospital";
  options.dataset.population = {"hospital"};
  options.select.budget = 2;
  const drfs::RunResult result = drfs::run_selection(made_up_table(), options, {});
  for (const auto& chosen : result.selection.selected)
    std::printf("%s\n", result.features[chosen.feature].name.c_str());
  for (const auto& population : result.populations)
    std::printf("%s: %.2f of the variance is left\n", population.name.c_str(),
                population.risk.value);
}
