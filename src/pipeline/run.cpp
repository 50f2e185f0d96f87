// From a file's name to a choice with honest figures: what the command line and the bindings
// call.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/stopwatch.hpp"
#include "drfs/methods.hpp"
#include "drfs/run.hpp"
#include "evaluate/figures.hpp"
#include "methods/select_problem.hpp"
#include "pipeline/bootstrap.hpp"

namespace drfs {
namespace {

/// What the rows say of the choice as a whole.
enum class Verdict { helps, overfits, nothing_helps };

/// A search has asked all populations together whether anything helps. A flexible model on few rows
/// can lose to knowing nothing all the same.
Verdict verdict_of(const RunResult& result) {
  const auto& search = result.selection.refinement;
  if (search && search->nothing_helps) return Verdict::nothing_helps;
  if (!result.scored() || !no_feature_helps(result.populations)) return Verdict::helps;
  return search ? Verdict::overfits : Verdict::nothing_helps;
}

constexpr const char* kOverfits =
    "the model overfits: every population is predicted no better than with no features at all, but "
    "features are shown to help when the populations borrow strength from one another. Use --model "
    "linear or fewer --trees";
constexpr const char* kNothingHelps =
    "no feature helps: no population is shown to be served better than by knowing nothing, with "
    "the chosen features or with all. The choice is no recommendation";

void warn_of_badly_served(const RunResult& result, Verdict verdict, const Context& context) {
  const auto& search = result.selection.refinement;
  if (verdict != Verdict::helps) {
    context.log(Severity::warning, verdict == Verdict::overfits ? kOverfits : kNothingHelps);
    return;
  }
  for (std::size_t p = 0; p < result.populations.size(); ++p) {
    const auto& [name, rows, risk, with_all, own] = result.populations[p];
    if (search && std::ranges::count(search->not_helped, p) > 0)
      context.log(Severity::warning,
                  fmt::format("population '{}': even all candidate features together are not shown "
                              "to predict its outcome, so the choice is based on the other "
                              "populations",
                              name));
    else if (risk.value >= 1)
      context.log(
          Severity::warning,
          fmt::format("population '{}' is predicted no better than with no features at all: risk "
                      "{:.3f} with the chosen features, {:.3f} with all features. If a simpler "
                      "model does better (--model linear, fewer --trees), this model overfits",
                      name, risk.value, with_all.value));
  }
}

/// For the same choice on other rows: where the smallest budget has been found, the question is
/// which set it buys there.
Problem repeated(const Problem& problem, const Selection& selection) {
  return problem.find_budget ? problem.with_budget(selection.selected.size()) : problem;
}

/// The answer is made: resamples that fail must not cost it.
std::optional<Stability> stability_of(const Dataset& data, const Problem& problem,
                                      const SelectOptions& options, const Context& context) {
  try {
    return bootstrap_selection(data, problem, options, context);
  } catch (const Error& error) {
    context.log(Severity::warning, fmt::format("no resamples: {}", error.what()));
    return std::nullopt;
  }
}

PartChoice choice_of(const Selection& selection) {
  PartChoice choice{{chosen_set(selection)}};
  for (const auto& own : selection.best_alone) choice.best_alone.push_back(own.features);
  return choice;
}

/// Of the risks above. There is no regret where a method has not looked for the own best sets.
double aim_value(const Aim& aim, const std::vector<PopulationFigures>& figures) {
  std::vector<double> risks, best_alone;
  for (const auto& population : figures) {
    risks.push_back(population.risk.value);
    if (population.risk_best_alone) best_alone.push_back(population.risk_best_alone->value);
  }
  if (aim.name() == AimName::regret && best_alone.empty())
    return std::numeric_limits<double>::quiet_NaN();
  return aim.against(best_alone).of(risks);
}

/// Fills in what the figures say of `result.selection`; the parts choose again.
void add_figures(RunResult& result, const Partition& partition, const Problem& problem,
                 const SelectOptions& options, const Context& context) {
  context.throw_if_stopped();
  const auto choose = [&](const Dataset& part, const Context& inner) {
    return choice_of(select_features(part, problem, options, inner));
  };
  if (partition.figures() != Figures::none) {
    const auto choices = choices_of_parts(partition, choice_of(result.selection), choose, context);
    result.populations = figures_of(partition, choices, options.model, context)[0];
    result.aim = aim_value(problem.aim, result.populations);
  }
  const Verdict verdict = verdict_of(result);
  result.nothing_helps = verdict == Verdict::nothing_helps;
  warn_of_badly_served(result, verdict, context);
}

/// `total` has run since before the table was read.
RunResult select_and_score(Table table, const RunOptions& options, const Stopwatch& total,
                           const Context& context) {
  RunResult result;
  const Partition partition(make_dataset(std::move(table), options.dataset, context),
                            options.dataset, options.select.split, options.select.seed, context);
  const Dataset& data = partition.whole();
  result.load_seconds = total.seconds();
  result.features = data.features;
  result.task = data.task;
  result.rows_without_target = data.rows_without_target;
  result.rows_without_population = data.rows_without_population;
  result.rows_without_weight = data.rows_without_weight;
  result.left_out = data.left_out;
  result.figures = partition.figures();
  result.populations = no_figures(data);

  const Problem problem = make_problem(data, options.select, context);
  result.selection = select_features(data, problem, options.select, context);

  const Stopwatch evaluation;
  const Problem again = repeated(problem, result.selection);
  try {
    add_figures(result, partition, again, options.select, context);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    result.interrupted = true;
  }
  result.evaluate_seconds = evaluation.seconds();

  if (options.select.bootstrap > 0 && !result.interrupted) {
    const Stopwatch resampling;
    result.stability = stability_of(data, again, options.select, context);
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
