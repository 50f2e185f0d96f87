// From a file's name to a choice with honest figures: what the command line and the bindings
// call.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/stopwatch.hpp"
#include "drfs/evaluate.hpp"
#include "drfs/methods.hpp"
#include "select/aim.hpp"
#include "select/own_best.hpp"

namespace drfs {
namespace {

/// By more than chance would explain; also false where the standard error is not known.
bool helps(const Risk& risk) {
  return risk.value < 1 - 2 * risk.standard_error;
}

/// What the figures say of the choice as a whole.
enum class Verdict { helps, overfits, nothing_helps };

/// A flexible model on few rows can lose to knowing nothing where a plain one would not, so
/// nothing is said to help only where a linear model agrees.
Verdict verdict_of(const Dataset& data, const Selection& selection,
                   const std::vector<PopulationFigures>& figures, ModelOptions model,
                   const Context& context) {
  if (!no_feature_helps(figures)) return Verdict::helps;
  if (model.model == "linear") return Verdict::nothing_helps;
  model.model = "linear";
  return no_feature_helps(figures_of(data, chosen_set(selection), model, context))
             ? Verdict::nothing_helps
             : Verdict::overfits;
}

void warn_of_badly_served(const std::vector<PopulationFigures>& figures, Verdict verdict,
                          const Context& context) {
  if (verdict != Verdict::helps) {
    const char* what = verdict == Verdict::overfits
                           ? "the model overfits: every population is served no better than by "
                             "knowing nothing, but a linear model does better. Use --model linear "
                             "or fewer --trees"
                           : "no feature helps: every population is served no better than by "
                             "knowing nothing, with the chosen features and with all. The choice "
                             "is no recommendation";
    context.log(Severity::warning, what);
    return;
  }
  for (const auto& p : figures)
    if (p.risk.value >= 1)
      context.log(
          Severity::warning,
          fmt::format("population '{}' is served no better than by knowing nothing: risk "
                      "{:.3f} with the chosen features, {:.3f} with all. If a simpler model "
                      "does better (--model linear, fewer --trees), it overfits",
                      p.name, p.risk.value, p.risk_all_features.value));
}

/// The answer is made: resamples that fail must not cost it.
std::optional<Stability> stability_of(const Dataset& data, const Selection& selection,
                                      SelectOptions options, const Context& context) {
  if (!options.aim.max_risk.empty()) {  // the smallest budget is found; is the set, too?
    options.aim.budget_is_found = true;
    options.budget = static_cast<int>(selection.selected.size());
  }
  try {
    return bootstrap_selection(data, options, context);
  } catch (const Error& error) {
    context.log(Severity::warning, fmt::format("no resamples: {}", error.what()));
    return std::nullopt;
  }
}

/// What each population's own best set would bring it, on the same held-out rows.
void add_own_best(std::vector<PopulationFigures>& figures, const Dataset& data,
                  const Selection& selection, const ModelOptions& model, const Context& context) {
  for (std::size_t p = 0; p < selection.own_best.size(); ++p)
    figures[p].risk_own_best =
        held_out_risk(one_population(data, p), selection.own_best[p].features, model, context)[0];
}

/// Of the held-out risks. There is no regret where a method has not looked for the own best sets.
double aim_value(const Dataset& data, const SelectOptions& options,
                 const std::vector<PopulationFigures>& figures) {
  const Aim aim = Aim::from(data, options);
  std::vector<double> risks, own_best;
  for (const auto& population : figures) {
    risks.push_back(population.risk.value);
    if (population.risk_own_best) own_best.push_back(population.risk_own_best->value);
  }
  if (aim.name() == AimName::regret && own_best.empty())
    return std::numeric_limits<double>::quiet_NaN();
  return aim.against(own_best).of(risks);
}

std::vector<PopulationFigures> no_figures(const Dataset& data) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<PopulationFigures> figures;
  for (const auto& population : data.populations)
    figures.push_back(
        {population.name, population.x.rows(), {kUnknown, kUnknown}, {kUnknown, kUnknown}});
  return figures;
}

/// `total` has run since before the table was read.
RunResult select_and_score(Table table, const RunOptions& options, const Stopwatch& total,
                           const Context& context) {
  RunResult result;
  const Dataset data = prepare(std::move(table), options.dataset, options.select.split,
                               options.select.seed, context);
  result.load_seconds = total.seconds();
  result.features = data.features;
  result.task = data.task;
  result.rows_without_target = data.rows_without_target;
  result.rows_without_population = data.rows_without_population;
  result.rows_without_weight = data.rows_without_weight;
  result.left_out = data.left_out;

  result.selection = select_features(data, options.select, context);

  const Stopwatch evaluation;
  try {
    context.throw_if_stopped();
    result.populations =
        figures_of(data, chosen_set(result.selection), options.select.model, context);
    add_own_best(result.populations, data, result.selection, options.select.model, context);
    result.aim = aim_value(data, options.select, result.populations);
    const Verdict verdict =
        verdict_of(data, result.selection, result.populations, options.select.model, context);
    result.nothing_helps = verdict == Verdict::nothing_helps;
    warn_of_badly_served(result.populations, verdict, context);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    result.interrupted = true;
    result.populations = no_figures(data);
    result.aim = std::numeric_limits<double>::quiet_NaN();
  }
  result.evaluate_seconds = evaluation.seconds();

  if (options.select.bootstrap > 0 && !result.interrupted) {
    const Stopwatch resampling;
    result.stability = stability_of(data, result.selection, options.select, context);
    result.bootstrap_seconds = resampling.seconds();
  }
  result.total_seconds = total.seconds();
  return result;
}

}  // namespace

void describe(RunOptions& o, OptionVisitor& v) {
  describe_data(o.data, o.dataset, o.read, v);
  describe(o.select, v);
}

const PopulationFigures& RunResult::worst() const {
  return worst_of(populations);
}

bool RunResult::ended_early() const {
  return interrupted || (stability && stability->resamples < stability->asked);
}

bool no_feature_helps(std::span<const PopulationFigures> figures) {
  return std::ranges::none_of(
      figures, [](const auto& p) { return helps(p.risk) || helps(p.risk_all_features); });
}

RunResult run_selection(const RunOptions& options, const Context& context) {
  check(options.select);
  const Stopwatch total;
  Table table = read_table(options.data, options.read, plan_columns(options.dataset), context);
  return select_and_score(std::move(table), options, total, context);
}

RunResult run_selection(Table table, const RunOptions& options, const Context& context) {
  check(options.select);
  const Stopwatch total;
  return select_and_score(std::move(table), options, total, context);
}

}  // namespace drfs
