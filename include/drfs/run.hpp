// From DATA to a choice with honest figures, and how firm the choice is.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "drfs/evaluate.hpp"

namespace drfs {

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
  /// The aim's value of their risks, where it is known.
  double aim = std::numeric_limits<double>::quiet_NaN();
  bool nothing_helps = false;          ///< neither by the search nor by the figures, if any
  std::optional<Stability> stability;  ///< absent where no resamples were asked for
  bool interrupted = false;            ///< before the figures were made: risks are not numbers
  double load_seconds = 0;
  double evaluate_seconds = 0;
  double bootstrap_seconds = 0;
  double total_seconds = 0;

  const PopulationFigures& worst() const;
  /// Whether there are figures.
  bool scored() const { return !interrupted && figures != Figures::none; }
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

}  // namespace drfs
