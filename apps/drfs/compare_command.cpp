// drfs compare: methods beside each other on the user's own table.
#include <fmt/format.h>

#include "command_line.hpp"
#include "drfs/comparison_report.hpp"
#include "drfs/report.hpp"
#include "running.hpp"

namespace drfs::app {
namespace {

struct CompareCommand {
  OneOrMore data;
  ReadOptions read;
  DatasetOptions dataset;
  CompareOptions compare;
  CommonOptions common;
  std::string out;

  DescribeAll recorded() {
    return [this](OptionVisitor& v) {
      describe_data(data, dataset, read, v);
      describe(compare, v);
    };
  }
  DescribeAll of_a_trial() {
    return [this](OptionVisitor& v) {
      describe_data(data, dataset, read, v);
      describe_trial(compare, v);
    };
  }
  DescribeAll all() {
    return [this](OptionVisitor& v) {
      recorded()(v);
      describe(common, v);
      v.option("out", out,
               "Folder for JSON, CSV and charts; what is finished there is not done again");
    };
  }
};

}  // namespace

int run_compare(const Arguments& arguments) {
  CompareCommand command;
  CLI::App app(
      "Compares methods: each chooses features on the same rows; models trained for each "
      "population on these are scored on rows that nothing has seen.",
      "drfs compare");
  if (auto done = read_options(app, command.all(), arguments)) return *done;
  require_data("compare", command.data, command.dataset);
  check(command.compare);
  const TrialStore store =
      command.out.empty() ? TrialStore{} : trials_in(command.out + "/trials", command.of_a_trial());
  Running running(command.common);
  const auto table = [&](std::uint64_t) {
    return read_table(command.data, command.read, plan_columns(command.dataset), running.context);
  };
  const Trials trials = compare(table, command.dataset, command.compare, store, running.context);
  running.printer.finish();
  const Comparison comparison = summarise(trials.finished);
  fmt::print("{}", command.common.json ? comparison_json(comparison, command.recorded())
                                       : comparison_text(comparison));
  if (!command.out.empty())
    write_comparison(command.out, comparison, command.recorded(), data_title(command.data));
  return end_of(trials, command.out, running);
}

}  // namespace drfs::app
