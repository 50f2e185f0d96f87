// drfs reproduce: the paper's experiments with one command.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_line.hpp"
#include "drfs/comparison_report.hpp"
#include "drfs/reproduction.hpp"
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
      v.option("input", experiment.input, "Checksum of the table");
      describe(experiment.dataset, v);
      describe_trial(compare, v);
    };
  }
};

Settings settings_of(const Experiment& experiment, CompareOptions compare) {
  compare.budgets = experiment.budgets;
  compare.downstream = experiment.downstream;
  compare.preset = experiment.name;
  return {experiment, compare};
}

/// Whether the methods and numbers make sense, before any table is read.
void check_stated(CompareOptions compare) {
  compare.budgets = {1};
  check(compare);
}

/// The same with the experiment's name for the stage, so that each has a bar of its own.
Context named(const Context& context, const std::string& experiment) {
  Context out = context;
  out.on_progress = [&context, experiment](Progress p) {
    p.stage = experiment;
    context.progress(p);
  };
  return out;
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
  app.add_option("--data", command.data, "Folder of the real tables (drfs data get)")
      ->type_name("FOLDER")
      ->default_str(command.data);
  add_options(app, [&](OptionVisitor& v) {
    v.option("methods", command.compare.methods, "Methods to run");
    v.option("seeds", command.compare.seeds, "Repetitions");
    v.option("out", command.out, "Folder for the results, one in it for each experiment");
    describe(command.common, v);
  });
  if (auto done = parse(app, arguments)) return *done;
  check_stated(command.compare);
  Running running(command.common);
  std::vector<Reproduced> reproduced;
  int exit_code = 0;
  for (const auto& experiment : experiments_named(command.name, command.data, running.context)) {
    Settings settings = settings_of(experiment, command.compare);
    const std::string folder = fmt::format("{}/{}", command.out, experiment.name);
    const TrialStore store = trials_in(folder + "/trials", settings.of_a_trial());
    const Trials trials = compare(experiment.table_of_seed, experiment.dataset, settings.compare,
                                  store, named(running.context, experiment.name));
    running.printer.finish();
    Comparison comparison = summarise(trials.finished);
    add_published(comparison.rows, experiment);
    write_comparison(folder, comparison, settings.all(), experiment.title);
    if (!command.common.json) fmt::print("\n{}\n{}", experiment.title, comparison_text(comparison));
    reproduced.push_back({experiment, std::move(comparison)});
    write_reproduction(command.out, reproduced.back());
    exit_code = end_of(trials, command.out, running);
    if (exit_code != 0) break;
  }
  if (command.common.json) fmt::print("{}", reproduction_json(reproduced));
  return exit_code;
}

}  // namespace drfs::app
