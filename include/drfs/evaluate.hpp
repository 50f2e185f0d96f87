// Honest figures: how well a model trained for each population on the chosen
// features predicts rows that had no part in the choice.
#pragma once

#include <span>
#include <vector>

#include "drfs/data.hpp"
#include "drfs/models.hpp"

namespace drfs {

/// Risk on held-out rows relative to knowing nothing: the share of the variance left
/// unexplained, or the log loss over the log loss of the base rate.
struct Risk {
  double value = 1.0;
  double standard_error = 0.0;
};

/// The risk of each population for the given features (indices into dataset.features):
/// a model fitted on its selection rows, scored on the others. No features: exactly 1.
/// The data set must be split, imputed and standardised.
std::vector<Risk> held_out_risk(const Dataset&, std::span<const std::size_t> features,
                                const ModelOptions&, const Context&);

}  // namespace drfs
