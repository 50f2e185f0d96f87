// drfs evaluate: how well a given set of features serves every population.
#include <fmt/format.h>

#include "command_line.hpp"
#include "drfs/evaluate.hpp"
#include "drfs/report.hpp"
#include "running.hpp"

namespace drfs::app {

int run_evaluate(const Arguments& arguments) {
  CLI::App app(
      "Scores a given set of features: the risk of every population on rows that nothing is fitted "
      "to.",
      "drfs evaluate");
  EvaluateOptions options;
  CommonOptions common;
  const DescribeAll all = [&](OptionVisitor& v) {
    describe(options, v);
    describe(common, v);
  };
  if (auto done = read_options(app, all, arguments)) return *done;
  require_data("evaluate", options.data, options.dataset);
  if (options.dataset.features.empty())
    throw missing("evaluate", "--features is missing",
                  "Name the features, e.g. --features age,sex");
  Running running(common);
  const SetEvaluation evaluation = evaluate_features(options, running.context);
  running.printer.finish();
  fmt::print("{}", common.json ? evaluation_json(evaluation, options, all)
                               : evaluation_text(evaluation, options));
  return 0;
}

}  // namespace drfs::app
