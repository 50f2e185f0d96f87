// The choice for every budget with honest figures.
#include "drfs/curve.hpp"

#include <algorithm>

#include "core/stopwatch.hpp"
#include "drfs/data.hpp"
#include "drfs/methods.hpp"
#include "evaluate/figures.hpp"
#include "methods/select_problem.hpp"
#include "pipeline/budgets.hpp"
#include "select/select.hpp"

namespace drfs {
namespace {

/// A method that ranks has no search to go on from; each budget is a choice of its own.
SelectionCurve one_by_one(const Dataset& data, const Problem& problem,
                          const std::vector<int>& budgets, const SelectOptions& options,
                          const Context& context) {
  SelectionCurve curve{budgets, {}, 0, {}};
  for (int budget : budgets)
    curve.selections.push_back(select_features(
        data, problem.with_budget(static_cast<std::size_t>(budget)), options, context));
  return curve;
}

SelectionCurve choose_curve(const Dataset& data, const Problem& problem,
                            const std::vector<int>& budgets, const SelectOptions& options,
                            const Context& context) {
  if (is_ranking(options.method)) return one_by_one(data, problem, budgets, options, context);
  return select_curve(data, problem, budgets, recipe_of(options), context);
}

/// A set for every budget.
PartChoice choice_of(const SelectionCurve& curve) {
  PartChoice choice;
  for (const auto& selection : curve.selections) choice.sets.push_back(chosen_set(selection));
  return choice;
}

/// For all rows together: the mean of the populations, each by the number of its rows.
Problem pooled(const Dataset& data, const Problem& problem) {
  std::vector<double> rows;
  for (const auto& population : data.populations)
    rows.push_back(static_cast<double>(population.y.size()));
  return {problem.constraints, Aim({.aim = AimName::mean}, rows)};
}

/// The set that is best for all rows together, and that of each population by itself.
FeatureSets other_sets(const Dataset& data, const Problem& problem, const SelectOptions& options,
                       const Context& context) {
  FeatureSets sets = {chosen_set(select_features(data, pooled(data, problem), options, context))};
  for (std::size_t p = 0; p < data.populations.size(); ++p)
    sets.push_back(chosen_set(
        select_features(one_population(data, p), problem.of_one_population(), options, context)));
  return sets;
}

/// Besides the robust set of the point, which `choices` has for every part.
std::vector<PricedSet> price_of_robustness(const Partition& partition, const Problem& problem,
                                           const SelectionCurve& curve,
                                           const std::vector<PartChoice>& choices,
                                           const SelectOptions& options, const Context& context) {
  const Dataset& data = partition.whole();
  const Problem at_knee = problem.with_budget(static_cast<std::size_t>(curve.budgets[curve.knee]));
  const auto choose = [&](const Dataset& part, const Context& inner) {
    return PartChoice{other_sets(part, at_knee, options, inner)};
  };
  FeatureSets sets = choose(data, context).sets;
  auto priced = choices_of_parts(partition, {sets}, choose, context);
  for (std::size_t k = 0; k < priced.size(); ++k)
    priced[k].sets.insert(priced[k].sets.begin(), choices[k].sets[curve.knee]);
  const auto risks = risks_of(partition, priced, options.model, context);
  std::vector<PricedSet> out = {{"robust", chosen_set(curve.selections[curve.knee]), risks[0]},
                                {"pooled", sets[0], risks[1]}};
  for (std::size_t p = 0; p < data.populations.size(); ++p)
    out.push_back({"best for " + data.populations[p].name, sets[p + 1], risks[p + 2]});
  return out;
}

}  // namespace

void describe(CurveOptions& o, OptionVisitor& v) {
  describe(o.run, v);
  v.group("Curve");
  v.option("budgets",
           Text{[&o] { return budgets_text(o.budgets); },
                [&o](const std::string& text) { o.budgets = parse_budgets("budgets", text); }},
           "Budgets, as 1..12 or 2,4,8");
  v.option("price", o.price,
           "Also the sets that are best for all rows together and for each population by itself");
}

void check(const CurveOptions& options) {
  check_budgets("budgets", options.budgets);
  const SelectOptions& select = options.run.select;
  check_something_is_scored(select.split);
  if (select.budget > 0)
    throw Error(ErrorCode::usage, {"option --budget", std::to_string(select.budget),
                                   "is for a single choice; a curve has --budgets",
                                   "Give only --budgets, such as 1..12 or 2,4,8"});
  if (select.bootstrap > 0)
    throw Error(ErrorCode::usage, {"option --bootstrap", std::to_string(select.bootstrap),
                                   "is not supported for curves",
                                   "Choose for one budget with drfs select --bootstrap"});
  if (aim_of(select) == AimName::regret)
    throw Error(ErrorCode::usage, {"option --aim", "regret", "is not supported for curves",
                                   "Give another aim, or choose for one budget with drfs select"});
}

namespace {

/// The smallest budget must leave something to choose; then larger ones do. The problem's is the
/// largest.
Problem problem_of(const Dataset& data, const std::vector<int>& budgets, SelectOptions options,
                   const Context& context) {
  options.budget = budgets.front();
  make_problem(data, options, context);
  options.budget = budgets.back();
  return make_problem(data, options, context);
}

/// Its budget is the largest of the curve.
SelectOptions checked(const CurveOptions& options) {
  check(options);
  SelectOptions select = options.run.select;
  select.budget = options.budgets.back();
  check(select);
  return select;
}

/// Figures of every point, then the price, as far as an interruption lets them come.
void add_figures(CurveResult& result, const Partition& partition, const Problem& problem,
                 const SelectionCurve& curve, bool price, const SelectOptions& select,
                 const Context& context) {
  // What was finished before an interruption is scored all the same, if no choice is repeated.
  Context scoring = context;
  if (result.interrupted && result.figures == Figures::held_out) scoring.stop = nullptr;
  scoring.throw_if_stopped();
  const auto choose = [&](const Dataset& part, const Context& inner) {
    return choice_of(choose_curve(part, problem, curve.budgets, select, inner));
  };
  const auto choices = choices_of_parts(partition, choice_of(curve), choose, scoring);
  const auto figures = figures_of(partition, choices, select.model, scoring);
  for (std::size_t i = 0; i < result.points.size(); ++i) result.points[i].populations = figures[i];
  if (price && !result.interrupted)
    result.price = price_of_robustness(partition, problem, curve, choices, select, context);
}

CurveResult curve_of(Table table, const CurveOptions& options, const SelectOptions& select,
                     const Stopwatch& watch, const Context& context) {
  const std::vector<int>& budgets = options.budgets;
  const Partition partition(make_dataset(std::move(table), options.run.dataset, context),
                            options.run.dataset, select.split, select.seed, context);
  const Dataset& data = partition.whole();
  const Problem problem = problem_of(data, budgets, select, context);
  const SelectionCurve curve = choose_curve(data, problem, budgets, select, context);
  if (curve.selections.empty()) context.throw_if_stopped();
  CurveResult result;
  result.features = data.features;
  result.task = data.task;
  result.figures = partition.figures();
  result.interrupted = curve.selections.size() < budgets.size() || context.stopped();
  for (std::size_t i = 0; i < curve.selections.size(); ++i)
    result.points.push_back({curve.budgets[i], curve.selections[i], no_figures(data)});
  if (!is_ranking(select.method)) result.knee = curve.knee;
  result.worth = curve.worth;
  try {
    add_figures(result, partition, problem, curve, options.price, select, context);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::interrupted) throw;
    result.interrupted = true;
  }
  result.total_seconds = watch.seconds();
  return result;
}

}  // namespace

CurveResult run_curve(const CurveOptions& options, const Context& context) {
  const Stopwatch watch;
  const SelectOptions select = checked(options);
  const RunOptions& run = options.run;
  Table table = read_table(run.data, run.read, plan_columns(run.dataset), context);
  return curve_of(std::move(table), options, select, watch, context);
}

CurveResult run_curve(Table table, const CurveOptions& options, const Context& context) {
  const Stopwatch watch;
  return curve_of(std::move(table), options, checked(options), watch, context);
}

}  // namespace drfs
