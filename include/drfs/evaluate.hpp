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
  std::optional<Risk> risk_best_alone = std::nullopt;
};

/// The population with the largest risk.
const PopulationFigures& worst_of(std::span<const PopulationFigures>);

/// Whether the figures give no reason to collect anything: neither with the chosen features nor
/// with all of them is any population's risk below 1 by more than two standard errors.
bool no_feature_helps(std::span<const PopulationFigures>);

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

}  // namespace drfs
