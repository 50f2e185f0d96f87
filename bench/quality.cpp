// How good are the answers? Runs `auto` where the best set is known, and beside the baselines on
// real tables, over several seeds. Prints the tables of docs/quality.md. `make quality` runs it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <thread>
#include <vector>

#include "core/moments.hpp"
#include "core/stopwatch.hpp"
#include "design.hpp"
#include "drfs/methods.hpp"
#include "drfs/run.hpp"
#include "real_tables.hpp"
#include "synthetic_truth.hpp"
#include "told_the_form.hpp"

namespace drfs::bench {
namespace {

struct Settings {
  int seeds = 10;
  std::string folder;  ///< of the real tables; empty: none
  Context context;
};

SelectOptions options_of(const std::string& method, int budget, int seed) {
  return {.method = method, .budget = budget, .seed = static_cast<std::uint64_t>(seed)};
}

DatasetOptions made_columns() {
  DatasetOptions options;
  options.target = "y";
  options.population = {"population"};
  return options;
}

/// The numbers in the names of the chosen features.
Set chosen_numbers(const std::vector<Feature>& features, const Selection& selection) {
  Set set;
  for (const auto& chosen : selection.selected)
    set.push_back(std::stoi(features[chosen.feature].name.substr(1)));
  return set;
}

// ---- the paper's synthetic sets
// ------------------------------------------------------------------

void report(const SyntheticSetting& setting, std::uint64_t rows, double tolerance,
            const SplitOptions& split, const Settings& settings) {
  const double best = optimum(setting.worst, setting.relevant, setting.budget);
  std::vector<double> shares, seconds;
  for (int seed = 0; seed < settings.seeds; ++seed) {
    RunOptions options;
    options.data = fmt::format("synth:{}?rows={}&features={}&seed={}", setting.set, rows,
                               setting.features, seed);
    options.dataset = made_columns();
    options.select = options_of("auto", setting.budget, seed);
    options.select.split = split;
    const auto result = run_selection(options, settings.context);
    shares.push_back(setting.worst(chosen_numbers(result.features, result.selection)));
    seconds.push_back(result.total_seconds);
  }
  const auto within =
      std::ranges::count_if(shares, [&](double share) { return share <= best * (1 + tolerance); });
  fmt::print(
      "| {} | {} | {} | {} | {:.4f} | {:.4f} | {} of {} within {:.0f} % | {:.4f} | {:.1f} |\n",
      setting.set, rows, setting.features, setting.budget, best, *std::ranges::max_element(shares),
      within, settings.seeds, 100 * tolerance, setting.paper_best, median(seconds));
  std::fflush(stdout);
}

void print_head_of_sets() {
  fmt::print(
      "\n| set | rows | features | budget | optimum | worst seed | seeds | paper's best | seconds "
      "|\n|---|---|---|---|---|---|---|---|---|\n");
}

void synthetic_sets(const Settings& settings) {
  print_head_of_sets();
  for (const auto& s : synthetic_settings()) report(s, s.rows, 0.01, {}, settings);
}

/// The choice alone: cross-fitted figures would take six times as long.
void small_sets(const Settings& settings) {
  const SplitOptions all_choose{.selection_share = 1};
  print_head_of_sets();
  for (const auto& s : synthetic_settings()) report(s, 3600, 0.10, all_choose, settings);
}

// ---- tables made up so that the best set is known
// ------------------------------------------------

using Chooser = Set (*)(const Design&, const Dataset&, const SelectOptions&, const Context&);

Set by_auto(const Design&, const Dataset& data, const SelectOptions& options,
            const Context& context) {
  return chosen_numbers(data.features, select_features(data, options, context));
}

Set told_the_form(const Design& design, const Dataset& data, const SelectOptions& options,
                  const Context&) {
  return best_by_least_squares(data, signals(design), options.budget);
}

struct DesignRow {
  const char* name;
  Design (*make)(std::uint64_t seed);
  int budget;
  double tolerance;
  Chooser choose = by_auto;
};

void report(const DesignRow& row, const Settings& settings) {
  std::vector<double> ratios, seconds;
  int within = 0, all_signals = 0;
  for (int seed = 0; seed < settings.seeds; ++seed) {
    const Design design = row.make(1000 + static_cast<std::uint64_t>(seed));
    const auto options = options_of("auto", row.budget, seed);
    const Stopwatch watch;
    const Dataset data = prepare(draw(design, static_cast<std::uint64_t>(seed)), made_columns(),
                                 options.split, options.seed, settings.context);
    const Set chosen = row.choose(design, data, options, settings.context);
    seconds.push_back(watch.seconds());
    const auto worst = [&](const Set& set) { return worst_share(design, set); };
    ratios.push_back(worst(chosen) / optimum(worst, signals(design), row.budget));
    within += ratios.back() <= 1 + row.tolerance ? 1 : 0;
    const Set known = signals(design);
    all_signals += std::ranges::all_of(chosen, [&](int f) { return has(known, f); }) ? 1 : 0;
  }
  fmt::print("| {} | {} | {} of {} within {:.0f} % | {:.3f} | {:.3f} | {} of {} | {:.1f} |\n",
             row.name, row.budget, within, settings.seeds, 100 * row.tolerance,
             std::accumulate(ratios.begin(), ratios.end(), 0.0) / settings.seeds,
             *std::ranges::max_element(ratios), all_signals, settings.seeds, median(seconds));
  std::fflush(stdout);
}

void designs(const Settings& settings) {
  constexpr DesignRow kRows[] = {
      {"500 features, 8 signals", [](std::uint64_t s) { return wide_design(8, s); }, 8, 0.01},
      {"12 unequal populations", unequal_design, 8, 0.05},
      {"the same, told the signals and the form", unequal_design, 8, 0.05, told_the_form},
      {"random designs", random_design, 5, 0.05},
      {"500 features, 10 signals", [](std::uint64_t s) { return wide_design(10, s); }, 8, 0.01},
  };
  fmt::print(
      "\n| tables | budget | seeds | mean share / optimum | worst | only signals chosen | seconds "
      "|\n|---|---|---|---|---|---|---|\n");
  for (const auto& row : kRows) report(row, settings);
}

// ---- pure noise
// ----------------------------------------------------------------------------------

void pure_noise(const Settings& settings) {
  int named = 0;
  for (int seed = 0; seed < settings.seeds; ++seed) {
    const std::string path =
        (std::filesystem::temp_directory_path() / "drfs-quality-noise.csv").string();
    write_csv(draw(noise_design(), static_cast<std::uint64_t>(seed)), path);
    RunOptions options;
    options.data = path;
    options.dataset = made_columns();
    options.select = options_of("auto", 5, seed);
    options.select.split.selection_share = 1;
    named += run_selection(options, settings.context).nothing_helps ? 1 : 0;
    std::filesystem::remove(path);
  }
  fmt::print("\nPure noise: named as such in {} of {} tables.\n", named, settings.seeds);
  std::fflush(stdout);
}

// ---- real tables, beside the baselines
// -----------------------------------------------------------

constexpr const char* kMethods[] = {"auto",    "lasso",        "xgb",    "dro-lasso",
                                    "dro-xgb", "embedded-mlp", "greedy", "random"};
constexpr int kTableSeeds = 5;

Risk worst_held_out(const Dataset& data, const SelectOptions& options, const Context& context) {
  const Selection selection = select_features(data, options, context);
  return std::ranges::max(held_out_risk(data, chosen_set(selection), ModelOptions{}, context), {},
                          &Risk::value);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standard_error(const std::vector<double>& values) {
  double squares = 0;
  for (double value : values) squares += std::pow(value - mean(values), 2);
  const auto n = static_cast<double>(values.size());
  return std::sqrt(squares / (n - 1) / n);
}

void compare(const std::string& name, RealTable (*table)(const std::string&, int seed),
             const Settings& settings) {
  struct Figures {
    std::vector<double> worst, error, behind;
  };
  std::vector<Figures> figures(std::size(kMethods));
  for (int seed = 0; seed < kTableSeeds; ++seed) {
    RealTable real = table(settings.folder, seed);
    const auto first = options_of("auto", real.budget, seed);
    const Dataset data =
        prepare(std::move(real.table), real.options, first.split, first.seed, settings.context);
    for (std::size_t m = 0; m < std::size(kMethods); ++m) {
      const Risk risk =
          worst_held_out(data, options_of(kMethods[m], real.budget, seed), settings.context);
      figures[m].worst.push_back(risk.value);
      figures[m].error.push_back(risk.standard_error);
      figures[m].behind.push_back(figures[0].worst.back() - risk.value);
    }
  }
  for (std::size_t m = 0; m < std::size(kMethods); ++m) {
    fmt::print("| {} | {} | {:.4f} | {:.4f} | {:+.4f} ± {:.4f} |\n", name, kMethods[m],
               mean(figures[m].worst), mean(figures[m].error), mean(figures[m].behind),
               standard_error(figures[m].behind));
    std::fflush(stdout);
  }
}

void real_tables(const Settings& settings) {
  if (settings.folder.empty()) {
    fmt::print("\nReal tables: no folder given.\n");
    return;
  }
  fmt::print(
      "\n| table | method | worst population's held-out risk | its standard error | auto less this "
      "one |\n|---|---|---|---|---|\n");
  using Seed = std::uint64_t;
  compare(
      "Adult, 10 %",
      [](const std::string& folder, int seed) {
        return adult(folder, 0.1, static_cast<Seed>(seed));
      },
      settings);
  compare(
      "Adult", [](const std::string& folder, int) { return adult(folder, 1, 0); }, settings);
  compare(
      "ACS", [](const std::string& folder, int) { return acs(folder); }, settings);
}

int run(int argc, char** argv) {
  Settings settings;
  if (argc > 1) settings.seeds = std::atoi(argv[1]);
  if (argc > 2) settings.folder = argv[2];
  const std::string only = argc > 3 ? argv[3] : "";
  settings.context.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  constexpr struct {
    const char* name;
    void (*run)(const Settings&);
  } kSections[] = {{"sets", synthetic_sets},
                   {"small-sets", small_sets},
                   {"designs", designs},
                   {"noise", pure_noise},
                   {"tables", real_tables}};
  for (const auto& section : kSections)
    if (only.empty() || only == section.name) section.run(settings);
  return 0;
}

}  // namespace
}  // namespace drfs::bench

/// Usage: quality [SEEDS [FOLDER_OF_REAL_TABLES [sets|small-sets|designs|noise|tables]]]
int main(int argc, char** argv) {
  return drfs::bench::run(argc, argv);
}
