// An aim of the program's own: the choice serves C, the third of the three populations.
#include <drfs/run.hpp>

#include <cstdio>

int main() {
  drfs::RunOptions options;
  options.data = "synth:1?rows=3000&features=15";
  options.dataset.target = "y";
  options.dataset.population = {"population"};
  options.select.budget = 2;
  options.select.aim.aim = drfs::AimName::own;
  options.select.aim.own = [](std::span<const double> risk, std::span<const double>) {
    drfs::Aggregate out{risk[2], std::vector<double>(risk.size(), 0.0)};
    out.weight[2] = 1;  // the derivative in C's risk
    return out;
  };
  options.select.aim.population_weight = {{"A", 0}, {"B", 0}};  // not even where C is indifferent
  const drfs::RunResult result = drfs::run_selection(options, {});
  for (const auto& chosen : result.selection.selected)
    std::printf("%s\n", result.features[chosen.feature].name.c_str());
  std::printf("aim: %.2f\n", result.aim);
}
