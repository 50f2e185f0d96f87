// drfs curve: what each budget buys.
#include <fmt/format.h>

#include "command_line.hpp"
#include "drfs/curve_report.hpp"
#include "drfs/methods.hpp"
#include "drfs/report.hpp"
#include "running.hpp"

namespace drfs::app {

namespace {

struct CurveCommand {
  CurveOptions options;
  CommonOptions common;
  std::string out;

  DescribeAll recorded() {
    return [this](OptionVisitor& v) { describe(options, v); };
  }
  std::optional<int> read(const Arguments& arguments) {
    CLI::App app("The best set and the worst population's risk for every budget.", "drfs curve");
    const DescribeAll all = [this](OptionVisitor& v) {
      recorded()(v);
      describe(common, v);
      v.option("out", out, "Folder for JSON, CSV and chart");
    };
    const auto done = read_options(app, all, arguments);
    if (!done) refuse_ignored(app, options.run.select);
    return done;
  }
};

}  // namespace

int run_curve_command(const Arguments& arguments) {
  // The method's settings are the defaults, so the method has to be known first.
  CurveCommand stated;
  if (auto done = stated.read(arguments)) return *done;
  CurveCommand command;
  const SelectOptions& wanted = stated.options.run.select;
  command.options.run.select = {.method = wanted.method, .preset = wanted.preset};
  command.read(arguments);
  auto& [options, common, out] = command;
  require_data("curve", options.run.data, options.run.dataset);
  if (options.budgets.empty())
    throw missing("curve", "--budgets is missing", "Give a range, e.g. --budgets 1..12");
  check(options);
  if (!out.empty()) prepare_record(out);
  Running running(common);
  const CurveResult result = run_curve(options, running.context);
  running.printer.finish();
  fmt::print("{}",
             common.json ? curve_json(result, command.recorded()) : curve_text(result, options));
  if (!out.empty()) write_curve(out, result, command.recorded(), data_title(options.run.data));
  if (!result.interrupted) return 0;
  running.printer.remark(Severity::warning, "interrupted: what was not finished is missing");
  return static_cast<int>(ErrorCode::interrupted);
}

}  // namespace drfs::app
