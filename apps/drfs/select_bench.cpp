// Times a whole selection: conditional means, relaxation, search and scoring.
#include <algorithm>
#include <vector>

#include "bench.hpp"
#include "drfs/methods.hpp"
#include "drfs/run.hpp"

namespace drfs::app {
namespace {

/// The first synthetic set with its three populations cut into as many as are wanted, or fewer of
/// them.
Table made_table(const SelectBenchOptions& options) {
  constexpr int kKinds = 3;
  SynthOptions synth;
  synth.rows = static_cast<std::uint64_t>(options.rows);
  synth.features = options.features;
  Table table = make_synthetic(synth);
  Column& population = *std::ranges::find(table.columns, std::string("population"), &Column::name);
  std::vector<int> seen(kKinds, 0);
  for (auto& code : population.codes) {
    const int pieces = std::max(1, (options.populations - code % kKinds + kKinds - 1) / kKinds);
    const int piece = seen[static_cast<std::size_t>(code % kKinds)]++ % pieces;
    code = code < options.populations ? code + kKinds * piece : -1;
  }
  population.levels.clear();
  for (int p = 0; p < options.populations; ++p)
    population.levels.push_back("P" + std::to_string(p));
  return table;
}

}  // namespace

void describe(SelectBenchOptions& o, OptionVisitor& v) {
  v.option("rows", o.rows, "Rows in all");
  v.option("features", o.features, "Columns, of which eleven matter");
  v.option("populations", o.populations, "Populations");
  v.option("budget", o.budget, "Features to choose");
  v.option("repeats", o.repeats, "Timed runs; the median counts");
}

SelectBench bench_select(const SelectBenchOptions& options, const Context& context) {
  require_option(options.populations >= 1, "populations", options.populations,
                 "a whole number of at least 1");
  require_option(options.repeats >= 1, "repeats", options.repeats, "a whole number of at least 1");
  DatasetOptions columns;
  columns.target = "y";
  columns.population = {"population"};
  const SelectOptions select{.budget = options.budget};

  std::vector<double> means, relax, refine, evaluate, total, pairs;
  for (int repeat = 0; repeat < options.repeats; ++repeat) {
    Selection selection;
    total.push_back(seconds_of([&] {
      const Dataset data =
          prepare(made_table(options), columns, select.split, select.seed, context);
      selection = select_features(data, select, context);
      evaluate.push_back(
          seconds_of([&] { held_out_risk(data, chosen_set(selection), select.model, context); }));
    }));
    means.push_back(selection.means_seconds);
    relax.push_back(selection.relax_seconds);
    refine.push_back(selection.refine_seconds);
    pairs.push_back(
        selection.relax_seconds > 0 ? selection.relaxation.pairs / selection.relax_seconds : 0);
  }
  return {resolve_backend("auto"), median(means), median(relax), median(refine),
          median(evaluate),        median(total), median(pairs)};
}

}  // namespace drfs::app
