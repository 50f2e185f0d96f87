// From a file's name to a choice with honest figures: what the command line and the bindings
// call.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/stopwatch.hpp"
#include "drfs/evaluate.hpp"
#include "drfs/methods.hpp"

namespace drfs {
namespace {

Dataset load(const RunOptions& options, const Context& context) {
  Table table = read_table(options.data, options.read, plan_columns(options.dataset), context);
  Dataset data = make_dataset(std::move(table), options.dataset, context);
  split_rows(data, options.select.split, options.select.seed);
  impute(data, context);
  standardise(data);
  return data;
}

std::vector<PopulationFigures> figures_of(const Dataset& data, const Selection& selection,
                                          const ModelOptions& model, const Context& context) {
  std::vector<std::size_t> chosen;
  for (const auto& feature : selection.selected) chosen.push_back(feature.feature);
  std::ranges::sort(chosen);
  std::vector<std::size_t> all(data.features.size());
  std::iota(all.begin(), all.end(), std::size_t{0});

  const auto with_chosen = held_out_risk(data, chosen, model, context);
  const auto with_all = held_out_risk(data, all, model, context);
  std::vector<PopulationFigures> figures;
  for (std::size_t p = 0; p < data.populations.size(); ++p)
    figures.push_back(
        {data.populations[p].name, data.populations[p].x.rows(), with_chosen[p], with_all[p]});
  return figures;
}

void warn_of_badly_served(const std::vector<PopulationFigures>& figures, const Context& context) {
  for (const auto& p : figures)
    if (p.risk.value >= 1)
      context.log(
          Severity::warning,
          fmt::format("population '{}' is served no better than by knowing nothing: risk "
                      "{:.3f} with the chosen features, {:.3f} with all. If a simpler model "
                      "does better (--model linear, fewer --trees), it overfits",
                      p.name, p.risk.value, p.risk_all_features.value));
}

std::vector<PopulationFigures> no_figures(const Dataset& data) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<PopulationFigures> figures;
  for (const auto& population : data.populations)
    figures.push_back(
        {population.name, population.x.rows(), {kUnknown, kUnknown}, {kUnknown, kUnknown}});
  return figures;
}

}  // namespace

void describe(RunOptions& o, OptionVisitor& v) {
  v.group("Data");
  v.option("data", o.data, "A file (.csv, .tsv, .gz) or a built-in set (synth:1?rows=36000)");
  describe(o.dataset, v);
  describe(o.read, v);
  describe(o.select, v);
}

const PopulationFigures& RunResult::worst() const {
  return *std::ranges::max_element(populations, {},
                                   [](const auto& figures) { return figures.risk.value; });
}

RunResult run_selection(const RunOptions& options, const Context& context) {
  check(options.select);
  const Stopwatch total;
  RunResult result;
  const Dataset data = load(options, context);
  result.load_seconds = total.seconds();
  result.features = data.features;
  result.task = data.task;
  result.rows_without_target = data.rows_without_target;
  result.rows_without_population = data.rows_without_population;
  result.left_out = data.left_out;

  result.selection = select_features(data, options.select, context);

  const Stopwatch evaluation;
  try {
    context.throw_if_stopped();
    result.populations = figures_of(data, result.selection, options.select.model, context);
    warn_of_badly_served(result.populations, context);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    result.interrupted = true;
    result.populations = no_figures(data);
  }
  result.evaluate_seconds = evaluation.seconds();
  result.total_seconds = total.seconds();
  return result;
}

}  // namespace drfs
