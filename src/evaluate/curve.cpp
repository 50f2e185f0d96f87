// The choice for every budget with honest figures.
#include "drfs/curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/stopwatch.hpp"
#include "drfs/methods.hpp"
#include "drfs/parse_number.hpp"
#include "select/own_best.hpp"

namespace drfs {
namespace {

constexpr int kMostBudgets = 1000;

[[noreturn]] void throw_budgets(const std::string& text) {
  throw Error(ErrorCode::usage, {"option --budgets", text, "is not a list of budgets",
                                 "Give a range such as 1..12 or a list such as 2,4,8"});
}

int number_in(std::string_view text, const std::string& whole) {
  const auto value = parse_number<int>(text);
  if (!value || *value < 1) throw_budgets(whole);
  return *value;
}

/// Ascending, each once.
std::vector<int> parse_budgets(const std::string& text) {
  std::vector<int> budgets;
  if (const auto dots = text.find(".."); dots != std::string::npos) {
    const int first = number_in(std::string_view(text).substr(0, dots), text);
    const int last = number_in(std::string_view(text).substr(dots + 2), text);
    if (last < first || last - first >= kMostBudgets) throw_budgets(text);
    budgets.resize(static_cast<std::size_t>(last - first + 1));
    std::iota(budgets.begin(), budgets.end(), first);
    return budgets;
  }
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    budgets.push_back(number_in(rest.substr(0, comma), text));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  std::ranges::sort(budgets);
  if (std::ranges::adjacent_find(budgets) != budgets.end()) throw_budgets(text);
  return budgets;
}

/// A method that ranks has no search to go on from; each budget is a choice of its own.
SelectionCurve one_by_one(const Dataset& data, const std::vector<int>& budgets,
                          SelectOptions options, const Context& context) {
  SelectionCurve curve{budgets, {}, 0, {}};
  for (int budget : budgets) {
    options.budget = budget;
    curve.selections.push_back(select_features(data, options, context));
  }
  return curve;
}

std::vector<CurvePoint> scored(const Dataset& data, const SelectionCurve& curve,
                               const ModelOptions& model, const Context& context) {
  std::vector<std::vector<std::size_t>> sets;
  for (const auto& selection : curve.selections) sets.push_back(chosen_set(selection));
  const auto figures = figures_of_sets(data, sets, model, context);
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < sets.size(); ++i)
    points.push_back({curve.budgets[i], curve.selections[i], figures[i]});
  return points;
}

/// For all rows together: the mean of the populations, each by the number of its rows.
SelectOptions pooled_options(const Dataset& data, SelectOptions options) {
  options.aim.aim = AimName::mean;
  options.aim.population_weight.clear();
  for (const auto& population : data.populations)
    options.aim.population_weight.push_back(
        fmt::format("{}={}", population.name, population.y.size()));
  return options;
}

std::vector<PricedSet> price_of_robustness(const Dataset& data, const CurvePoint& robust,
                                           SelectOptions options, const Context& context) {
  options.budget = robust.budget;
  std::vector<PricedSet> sets = {{"robust", chosen_set(robust.selection), {}}};
  sets.push_back(
      {"pooled", chosen_set(select_features(data, pooled_options(data, options), context)), {}});
  for (std::size_t p = 0; p < data.populations.size(); ++p)
    sets.push_back(
        {"best for " + data.populations[p].name,
         chosen_set(select_features(one_population(data, p), for_one_population(options), context)),
         {}});
  std::vector<std::vector<std::size_t>> features;
  for (const auto& set : sets) features.push_back(set.features);
  const auto risks = held_out_risks(data, features, options.model, context);
  for (std::size_t i = 0; i < sets.size(); ++i) sets[i].risk = risks[i];
  return sets;
}

}  // namespace

void describe(CurveOptions& o, OptionVisitor& v) {
  describe(o.run, v);
  v.group("Curve");
  v.option("budgets", o.budgets, "Budgets, as 1..12 or 2,4,8");
  v.option("price", o.price,
           "Also the sets that are best for all rows together and for each population by itself");
}

void check(const CurveOptions& options) {
  parse_budgets(options.budgets);
  if (options.run.select.aim.aim == AimName::regret)
    throw Error(ErrorCode::usage, {"option --aim", "regret", "has no curve",
                                   "Give another aim, or choose for one budget with drfs select"});
}

namespace {

/// Its budget is the largest of the curve.
SelectOptions checked(const CurveOptions& options) {
  check(options);
  SelectOptions select = options.run.select;
  select.budget = parse_budgets(options.budgets).back();
  check(select);
  return select;
}

CurveResult curve_of(Table table, const CurveOptions& options, const SelectOptions& select,
                     const Stopwatch& watch, const Context& context) {
  const auto budgets = parse_budgets(options.budgets);
  const Dataset data =
      prepare(std::move(table), options.run.dataset, select.split, select.seed, context);
  const bool searches = !is_ranking(select.method);
  const SelectionCurve curve = searches ? select_curve(data, budgets, select, context)
                                        : one_by_one(data, budgets, select, context);
  CurveResult result;
  result.features = data.features;
  result.task = data.task;
  result.interrupted = curve.selections.size() < budgets.size() || context.stopped();
  // What was finished before an interruption is scored all the same.
  Context scoring = context;
  if (result.interrupted) scoring.stop = nullptr;
  if (curve.selections.empty()) context.throw_if_stopped();
  result.points = scored(data, curve, select.model, scoring);
  if (searches) result.knee = curve.knee;
  result.worth = curve.worth;
  if (options.price && !result.interrupted) {
    try {
      result.price = price_of_robustness(data, result.points[curve.knee], select, context);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::interrupted) throw;
      result.interrupted = true;
    }
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
