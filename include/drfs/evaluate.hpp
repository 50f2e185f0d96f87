// Honest figures: how well a model trained for each population on the chosen
// features predicts rows that had no part in the choice.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "drfs/data.hpp"
#include "drfs/models.hpp"
#include "drfs/select.hpp"

namespace drfs {

/// Risk on rows that nothing was fitted to, relative to knowing nothing: the share of the variance
/// left unexplained, or the log loss over the log loss of the base rate.
struct Risk {
  double value = 1.0;
  double standard_error = 0.0;
};

/// The risk of each population for the given features (indices into dataset.features):
/// a model fitted on its selection rows, scored on the others. No features: exactly 1.
/// The data set must be split, imputed and standardised.
std::vector<Risk> held_out_risk(const Dataset&, std::span<const std::size_t> features,
                                const ModelOptions&, const Context&);

/// How a population is served by the chosen features, and between which bounds that lies.
struct PopulationFigures {
  std::string name;
  std::size_t rows = 0;
  Risk risk;
  Risk risk_all_features;
  /// With the set that is best for this population alone; absent unless the aim is the regret.
  std::optional<Risk> risk_own_best = std::nullopt;
};

/// The population with the largest risk.
const PopulationFigures& worst_of(std::span<const PopulationFigures>);

/// Whether the figures give no reason to collect anything: neither with the chosen features nor
/// with all of them is any population's risk below 1 by more than two standard errors.
bool no_feature_helps(std::span<const PopulationFigures>);

/// A set of features and the number of resamples that chose it.
struct ChosenSet {
  std::vector<std::size_t> features;  ///< indices, ascending
  int count = 0;
};

/// How firm the choice is: what comes out where other rows of the same populations are drawn.
struct Stability {
  int asked = 0;
  int resamples = 0;            ///< finished; fewer than asked where it was interrupted
  std::vector<int> chosen;      ///< per feature, the resamples that chose it
  std::vector<ChosenSet> sets;  ///< most frequent first; ties by the names
};

/// Repeats the selection on `options.bootstrap` bootstrap resamples of the selection rows of each
/// population. Interrupted, it returns what is finished.
Stability bootstrap_selection(const Dataset&, const SelectOptions&, const Context&);

/// Everything that a user of `drfs select` states.
struct RunOptions {
  OneOrMore data;  ///< files, or a built-in set such as synth:1
  ReadOptions read;
  DatasetOptions dataset;
  SelectOptions select;
};
void describe(RunOptions&, OptionVisitor&);

/// What became of it.
struct RunResult {
  std::vector<Feature> features;  ///< all candidates
  Task task = Task::regression;
  std::size_t rows_without_target = 0;
  std::size_t rows_without_population = 0;
  std::size_t rows_without_weight = 0;
  std::vector<LeftOut> left_out;  ///< columns that could not be candidates
  Selection selection;
  Figures figures = Figures::held_out;  ///< how those of the populations were made
  std::vector<PopulationFigures> populations;
  double aim = 0;                      ///< the aim's value of their risks, where it is known
  bool nothing_helps = false;          ///< no_feature_helps, nor by a linear model
  std::optional<Stability> stability;  ///< absent where no resamples were asked for
  bool interrupted = false;            ///< before the figures were made: risks are not numbers
  double load_seconds = 0;
  double evaluate_seconds = 0;
  double bootstrap_seconds = 0;
  double total_seconds = 0;

  const PopulationFigures& worst() const;
  /// Interrupted before the figures, or before all resamples were finished.
  bool ended_early() const;
};

/// Reads, prepares, selects and scores; where the figures are cross-fitted, the choice is repeated
/// for each part of the rows. Interrupted while it selects or scores, it returns the best choice so
/// far without figures; interrupted before that, it throws Error(interrupted). The resamples come
/// last: interrupted there, it returns everything else and the resamples that are finished.
RunResult run_selection(const RunOptions&, const Context&);

/// The same for a table in memory instead of options.data.
RunResult run_selection(Table, const RunOptions&, const Context&);

/// Everything that a user of `drfs evaluate` states. The set to score is in dataset.features.
struct EvaluateOptions {
  OneOrMore data;
  ReadOptions read;
  DatasetOptions dataset;
  SplitOptions split;
  ModelOptions model;
  std::uint64_t seed = 0;
};
void describe(EvaluateOptions&, OptionVisitor&);

struct SetEvaluation {
  Task task = Task::regression;
  Figures figures = Figures::held_out;
  std::vector<std::string> features;  ///< sorted, each once
  std::vector<PopulationFigures> populations;

  const PopulationFigures& worst() const;
};

/// The figures of a given set of features, by the parts of the rows that a selection with the same
/// seed would score. An unknown feature is a usage error.
SetEvaluation evaluate_features(const EvaluateOptions&, const Context&);

/// The same for a table in memory instead of options.data.
SetEvaluation evaluate_features(Table, const EvaluateOptions&, const Context&);

/// A whole selection, timed on tables like the first synthetic set.
struct SelectBenchOptions {
  int rows = 36000;     ///< rows in all
  int features = 15;    ///< columns, of which eleven matter
  int populations = 3;  ///< populations; beyond three they are like the first three in turn
  int budget = 5;       ///< features to choose
  int repeats = 3;      ///< timed runs; the median counts
};
void describe(SelectBenchOptions&, OptionVisitor&);

/// Medians over the repeats, in seconds.
struct SelectBench {
  std::string backend;
  double means = 0, relax = 0, refine = 0, evaluate = 0, total = 0;
  double pairs_per_second = 0;  ///< of queries and rows, in the relaxation
};

SelectBench bench_select(const SelectBenchOptions&, const Context&);

}  // namespace drfs
