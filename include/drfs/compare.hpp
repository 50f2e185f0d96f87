// Methods beside each other. All choose on the same rows; the same models, trained for each
// population on what a method chose, are scored on rows that no method and no model has seen.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "drfs/data.hpp"
#include "drfs/downstream.hpp"
#include "drfs/options.hpp"
#include "drfs/select.hpp"

namespace drfs {

/// One method's choice on one split of the rows, and how the models do with it.
struct Trial {
  std::string method;
  int budget = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> selected;  ///< best first
  std::vector<DownstreamScore> scores;
  double seconds = 0;  ///< that the choice took
};

struct CompareOptions {
  std::vector<std::string> methods = {"auto",    "lasso",        "xgb",    "dro-lasso",
                                      "dro-xgb", "embedded-mlp", "greedy", "random"};
  std::vector<std::string> downstream = {"rf", "mlp"};
  std::vector<int> budgets;  ///< numbers of features, ascending, each once
  int seeds = 3;             ///< splits of the rows
  std::uint64_t seed = 0;    ///< the first of them
  std::string preset;        ///< of the method paper; empty: its own settings
  /// One for all methods: they are scored on the same rows.
  SplitOptions split = {0.6};
};
void describe(CompareOptions&, OptionVisitor&);
/// Those that the result of a single trial depends on.
void describe_trial(CompareOptions&, OptionVisitor&);
void check(const CompareOptions&);

/// Where finished trials are kept, so that an interrupted comparison can go on. Both may be empty.
struct TrialStore {
  std::function<std::optional<Trial>(const std::string& method, int budget, std::uint64_t seed)>
      find;
  std::function<void(const Trial&)> keep;
};

/// The table that a seed stands for: the same one, another sample of it, or another made-up one.
using TableOfSeed = std::function<Table(std::uint64_t seed)>;

/// As many as were asked for, or those that were finished when it was interrupted.
struct Trials {
  std::vector<Trial> finished;
  std::size_t wanted = 0;

  bool interrupted() const { return finished.size() < wanted; }
};

/// Every method at every budget with every seed. Interrupted before the first is finished, it
/// throws Error(interrupted).
Trials compare(const TableOfSeed&, const DatasetOptions&, const CompareOptions&, const TrialStore&,
               const Context&);

/// What somebody else has reached and printed.
struct Published {
  double mean = 0;
  double deviation = 0;
};

/// By how much a method is worse than the best one, seed by seed: what the seeds have in common
/// cancels.
struct Behind {
  double by = 0;              ///< mean; 0 for the best itself
  double standard_error = 0;  ///< not a number where there is one seed
};

/// Mean and standard deviation over the seeds of what one method reaches.
struct ComparisonRow {
  std::string method;
  int budget = 0;
  std::string population;
  std::string downstream;
  Metric metric = Metric::mse;
  double mean = 0;
  double deviation = 0;                            ///< not a number where there is one seed
  std::size_t seeds = 0;                           ///< those with which the metric is defined
  std::vector<std::vector<std::string>> selected;  ///< per seed
  std::optional<Published> published;
  /// Of the worst population only; absent where no seed has the figure for all methods.
  std::optional<Behind> behind;
};

/// What came of a comparison.
struct Comparison {
  std::vector<Trial> trials;
  std::vector<ComparisonRow> rows;   ///< of every population
  std::vector<ComparisonRow> worst;  ///< of each trial's worst population; its name is left empty
};

/// Rows are in the order in which budgets, methods, populations, models and metrics first appear.
Comparison summarise(std::vector<Trial>);

}  // namespace drfs
