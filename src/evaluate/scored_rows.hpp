// What models lose on rows that they have not seen, row by row.
#pragma once

#include <string>
#include <vector>

#include "drfs/evaluate.hpp"

namespace drfs {

/// Sets of features, by their indices.
using FeatureSets = std::vector<std::vector<std::size_t>>;

/// Rows of one population, all in the unit of its outcome.
struct ScoredRows {
  std::vector<double> model;  ///< loss of the model
  std::vector<double> base;   ///< loss of the training mean, which knows nothing
  std::vector<float> weight;
  std::vector<std::vector<float>> replicate_weight;  ///< per replicate; may be empty

  void append(const ScoredRows&);
};

/// Per set and population: a model fitted on the population's selection rows, scored on the others.
std::vector<std::vector<ScoredRows>> score_sets(const Dataset&, const FeatureSets&,
                                                const ModelOptions&, const Context&);

/// Of a population of that name. `replicate_scale` is the data set's.
Risk risk_of(const ScoredRows&, const std::string& population, double replicate_scale);

}  // namespace drfs
