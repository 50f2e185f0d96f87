// What each budget buys: the choice for every budget with its figures, where to stop, what each
// chosen feature is worth, and what it costs to serve all populations with one set.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drfs/run.hpp"

namespace drfs {

/// Everything that a user of `drfs curve` states.
struct CurveOptions {
  RunOptions run;
  std::vector<int> budgets;  ///< ascending, each once
  /// Also the sets that are best for all rows together and for each population.
  bool price = false;
};
void describe(CurveOptions&, OptionVisitor&);

/// Refuses what can be known to be wrong before any data are read.
void check(const CurveOptions&);

struct CurvePoint {
  int budget = 0;
  Selection selection;
  std::vector<PopulationFigures> populations;
};

/// A set of features and how it serves each population.
struct PricedSet {
  std::string name;  ///< "robust", "pooled", or "best for " and a population
  std::vector<std::size_t> features;
  std::vector<Risk> risk;  ///< per population
};

struct CurveResult {
  std::vector<Feature> features;  ///< all candidates
  Task task = Task::regression;
  Figures figures = Figures::held_out;  ///< how those of the points were made
  std::vector<CurvePoint> points;
  std::optional<std::size_t> knee;  ///< place in `points`; absent where the method has no search
  std::vector<Worth> worth;         ///< of the knee's features
  std::vector<PricedSet> price;     ///< empty unless asked for
  bool interrupted = false;         ///< the points are those that were finished
  double total_seconds = 0;
};

/// Reads, prepares, selects for every budget and scores. Interrupted, it returns the points that
/// are finished or, where there are none, throws Error(interrupted). Risks that there was
/// no time to find are not numbers.
CurveResult run_curve(const CurveOptions&, const Context&);

/// The same for a table in memory instead of options.run.data.
CurveResult run_curve(Table, const CurveOptions&, const Context&);

}  // namespace drfs
