// drfs reproduce: the paper's experiments with one command.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_line.hpp"
#include "drfs/comparison_report.hpp"
#include "running.hpp"

namespace drfs::app {
namespace {

struct ReproduceCommand {
  std::string name;
  std::string data = "data";
  std::string out = "reproduction";
  CompareOptions compare;
  CommonOptions common;
};

/// The settings of one experiment.
struct Settings {
  Experiment experiment;
  CompareOptions compare;

  DescribeAll all() {
    return [this](OptionVisitor& v) {
      v.option("experiment", experiment.name, "The experiment of the paper");
      describe(experiment.dataset, v);
      describe(compare, v);
    };
  }
  DescribeAll of_a_trial() {
    return [this](OptionVisitor& v) {
      v.option("experiment", experiment.name, "The experiment of the paper");
      describe(experiment.dataset, v);
      describe_trial(compare, v);
    };
  }
};

Comparison run(Settings settings, const std::string& folder, const Context& context) {
  settings.compare.budgets = settings.experiment.budgets;
  settings.compare.downstream = settings.experiment.downstream;
  const TrialStore store = trials_in(folder + "/trials", settings.of_a_trial());
  Comparison comparison =
      summarise(compare(settings.experiment.table_of_seed, settings.experiment.dataset,
                        settings.compare, store, context));
  add_published(comparison.rows, settings.experiment);
  write_comparison(folder, comparison, settings.all(), settings.experiment.title);
  return comparison;
}

}  // namespace

int run_reproduce(const Arguments& arguments) {
  ReproduceCommand command;
  command.compare.methods = {"auto", "dro-lasso", "dro-xgb", "lasso", "xgb", "embedded-mlp"};
  CLI::App app(
      "Runs an experiment of the paper and sets its figures beside ours. What is finished in the "
      "folder is not done again.",
      "drfs reproduce");
  app.add_option("EXPERIMENT", command.name,
                 fmt::format("{} or all", fmt::join(experiment_names(), ", ")))
      ->required();
  add_options(app, [&](OptionVisitor& v) {
    v.option("methods", command.compare.methods, "Methods to run");
    v.option("seeds", command.compare.seeds, "Repetitions");
    v.option("data", command.data, "Folder of the real tables (drfs data get)");
    v.option("out", command.out, "Folder for the results, one in it for each experiment");
    describe(command.common, v);
  });
  if (auto done = parse(app, arguments)) return *done;
  Running running(command.common);
  std::vector<Reproduced> reproduced;
  std::string json;
  for (const auto& experiment : experiments_named(command.name, command.data, running.context)) {
    running.context.log(Severity::info, experiment.title);
    Comparison comparison =
        run({experiment, command.compare}, fmt::format("{}/{}", command.out, experiment.name),
            running.context);
    running.printer.finish();
    if (!command.common.json) fmt::print("\n{}\n{}", experiment.title, comparison_text(comparison));
    reproduced.push_back({experiment, std::move(comparison)});
    write_reproduction(command.out, reproduced);
  }
  if (command.common.json) fmt::print("{}", reproduction_json(reproduced));
  return 0;
}

}  // namespace drfs::app
