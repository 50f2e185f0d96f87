#include "commands.hpp"

#include <nanobind/stl/string.h>

#include <optional>

#include "drfs/comparison_report.hpp"
#include "drfs/curve_report.hpp"
#include "drfs/methods.hpp"
#include "drfs/report.hpp"
#include "mean_model.hpp"
#include "options.hpp"
#include "table.hpp"

namespace drfs::python {
namespace nb = nanobind;
namespace {

std::optional<Table> given_table(const Given& given) {
  if (given.table.is_none()) return std::nullopt;
  const auto parts = nb::cast<nb::tuple>(given.table);
  return table_of(nb::cast<std::string>(parts[0]), nb::cast<std::size_t>(parts[1]),
                  nb::cast<nb::list>(parts[2]));
}

/// What the work makes: the JSON is its text, and this is for a person.
using Work = std::function<std::string(std::optional<Table>, const Context&, std::string& text)>;

nb::tuple carry_out(const Work& work, const Given& given, int threads, const Listeners& listeners) {
  auto table = given_table(given);
  std::string text;
  const std::string json =
      run([&](const Context& context) { return work(std::move(table), context, text); }, threads,
          listeners);
  return nb::make_tuple(json, text);
}

struct CompareCall {
  OneOrMore data;
  ReadOptions read;
  DatasetOptions dataset;
  CompareOptions compare;
};

void describe(CompareCall& call, OptionVisitor& v) {
  describe_data(call.data, call.dataset, call.read, v);
  describe(call.compare, v);
}

template <class Options>
DescribeAll all_of(Options& options) {
  return [&options](OptionVisitor& v) { describe(options, v); };
}

SelectOptions& select_of(RunOptions& options) {
  return options.select;
}
SelectOptions& select_of(CurveOptions& options) {
  return options.run.select;
}

/// The method's settings are the defaults, so the method has to be known first.
template <class Options>
Options options_with_method(const Given& given) {
  Options stated;
  set_options(given.options, all_of(stated));
  Options options;
  select_of(options) = {.method = select_of(stated).method, .preset = select_of(stated).preset};
  set_options(given.options, all_of(options));
  select_of(options).settings->means.make_model = mean_model(given.mean_adapter);
  return options;
}

}  // namespace

nb::tuple run_select(const Given& given, int threads, const Listeners& listeners) {
  auto options = options_with_method<RunOptions>(given);
  const auto work = [&](std::optional<Table> table, const Context& context, std::string& text) {
    const RunResult result = table ? run_selection(std::move(*table), options, context)
                                   : run_selection(options, context);
    text = selection_text(result, options);
    return selection_json(result, options, all_of(options));
  };
  return carry_out(work, given, threads, listeners);
}

nb::tuple run_curve(const Given& given, int threads, const Listeners& listeners) {
  auto options = options_with_method<CurveOptions>(given);
  const auto work = [&](std::optional<Table> table, const Context& context, std::string& text) {
    const CurveResult result = table ? drfs::run_curve(std::move(*table), options, context)
                                     : drfs::run_curve(options, context);
    text = curve_text(result, options);
    return curve_json(result, all_of(options));
  };
  return carry_out(work, given, threads, listeners);
}

nb::tuple run_evaluate(const Given& given, int threads, const Listeners& listeners) {
  EvaluateOptions options;
  set_options(given.options, all_of(options));
  const auto work = [&](std::optional<Table> table, const Context& context, std::string& text) {
    const SetEvaluation evaluation = table ? evaluate_features(std::move(*table), options, context)
                                           : evaluate_features(options, context);
    text = evaluation_text(evaluation, options);
    return evaluation_json(evaluation, options, all_of(options));
  };
  return carry_out(work, given, threads, listeners);
}

nb::tuple run_compare(const Given& given, int threads, const Listeners& listeners) {
  CompareCall call;
  set_options(given.options, all_of(call));
  check(call.compare);
  const auto work = [&](std::optional<Table> table, const Context& context, std::string& text) {
    const auto table_of_seed = [&](std::uint64_t) {
      return table ? *table : read_table(call.data, call.read, plan_columns(call.dataset), context);
    };
    const Comparison comparison =
        summarise(compare(table_of_seed, call.dataset, call.compare, {}, context).finished);
    text = comparison_text(comparison);
    return comparison_json(comparison, all_of(call));
  };
  return carry_out(work, given, threads, listeners);
}

namespace {

template <class Options>
nb::list listed() {
  Options options;
  return list_options(all_of(options));
}

}  // namespace

nb::list options_of(const std::string& command) {
  if (command == "evaluate") return listed<EvaluateOptions>();
  if (command == "compare") return listed<CompareCall>();
  if (command == "curve") return listed<CurveOptions>();
  return listed<RunOptions>();
}

}  // namespace drfs::python
