// The models that will be trained once the features are collected, and what their predictions are
// worth.
#pragma once

#include <string>
#include <vector>

#include "drfs/data.hpp"
#include "drfs/options.hpp"

namespace drfs {

/// What predictions of unseen rows are judged by. Outcomes of a regression are in standard
/// deviations of the population's training rows.
enum class Metric { mse, r2, accuracy, log_loss, auc };
inline constexpr EnumName<Metric> kMetricNames[] = {{Metric::mse, "mse"},
                                                    {Metric::r2, "r2"},
                                                    {Metric::accuracy, "accuracy"},
                                                    {Metric::log_loss, "logloss"},
                                                    {Metric::auc, "auc"}};

/// Whether less is better.
bool is_loss(Metric);

/// One figure of a model that was trained for one population.
struct DownstreamScore {
  std::string population;
  std::string downstream;  ///< the model
  Metric metric = Metric::mse;
  double value = 0;
};

/// How downstream models do with the features (indices), population by population: of the rows that
/// did not choose features four fifths train them and one fifth scores them. Training rows alone
/// decide how columns and outcomes are standardised. The models see the columns in the data set's
/// order: the same set gives the same figures, whoever chose it.
std::vector<DownstreamScore> downstream_scores(const Dataset&,
                                               const std::vector<std::size_t>& features,
                                               const std::vector<std::string>& downstream,
                                               const Context&);

}  // namespace drfs
