// drfs select: choose features.
#include <fmt/format.h>

#include "command_line.hpp"
#include "drfs/methods.hpp"
#include "drfs/report.hpp"
#include "running.hpp"

namespace drfs::app {
namespace {

struct SelectCommand {
  RunOptions run;
  CommonOptions common;
  std::string out;
  std::string config;

  /// What the record of a run repeats: not where the record goes, nor how it was shown.
  DescribeAll recorded() {
    return [this](OptionVisitor& v) { describe(run, v); };
  }
  DescribeAll all() {
    return [this](OptionVisitor& v) {
      describe(run, v);
      describe(common, v);
      v.option("out", out, "Folder for the record of the run: JSON, CSV, TOML, HTML");
    };
  }
};

/// Reads the command line, and before it the configuration file, into `command`.
std::optional<int> read_into(SelectCommand& command, const Arguments& arguments) {
  CLI::App app("Chooses the features to collect so that every population is served well.",
               "drfs select");
  app.footer(
      "The defaults shown are those of --method auto; --method paper and --preset set others.");
  const DescribeAll all = command.all();
  add_options(app, all);
  app.add_option("--config", command.config, "TOML file with options of the same names")
      ->type_name("FILE")
      ->group("Running");
  if (auto done = parse(app, arguments)) return done;
  if (!command.config.empty()) {
    const std::string stated_method = command.run.select.method;
    apply_toml(command.config, all,
               [&](std::string_view name) { return name != "method" && was_given(app, name); });
    if (was_given(app, "method") && stated_method != command.run.select.method)
      throw Error(ErrorCode::usage,
                  {"option --method", stated_method,
                   fmt::format("is not the method of {}, whose settings are those of '{}'",
                               command.config, command.run.select.method),
                   "Leave --method out, or leave the method and its settings out of the file"});
  }
  refuse_ignored(app, command.run.select);
  return std::nullopt;
}

void require_stated(const SelectCommand& command) {
  require_data("select", command.run.data, command.run.dataset);
  const SelectOptions& select = command.run.select;
  if (select.budget == SelectOptions{}.budget && select.rules.budget_cost.empty() &&
      select.aim.max_risk.empty())
    throw missing("select", "--budget is missing or 0",
                  "Say how many features to choose, e.g. --budget 5; what they may cost, e.g. "
                  "--budget-cost 12.5; or how well they must serve, e.g. --max-risk 0.3");
}

}  // namespace

int run_select(const Arguments& arguments) {
  // The method's settings are the defaults, so the method has to be known first.
  SelectCommand stated;
  if (auto done = read_into(stated, arguments)) return *done;
  SelectCommand command;
  command.run.select = {.method = stated.run.select.method, .preset = stated.run.select.preset};
  read_into(command, arguments);
  require_stated(command);
  if (!command.out.empty()) prepare_record(command.out);

  Running running(command.common);
  const RunResult result = run_selection(command.run, running.context);
  running.printer.finish();
  // The answer first: a full disk must not cost it.
  fmt::print("{}", command.common.json ? selection_json(result, command.run, command.all())
                                       : selection_text(result, command.run));
  if (!command.out.empty()) {
    write_record(command.out, result, command.run, command.recorded(), running.context);
    if (!command.common.json && !command.common.quiet)
      fmt::print("Record: {0}/selection.json, {0}/report.html\n", command.out);
  }
  return result.ended_early() ? static_cast<int>(ErrorCode::interrupted) : 0;
}

}  // namespace drfs::app
