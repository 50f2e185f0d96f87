// The figures of a choice, part by part: what a part of the rows chooses, or is told to use, is
// scored on the rows that it has not seen.
#pragma once

#include <functional>

#include "data/prepare/partition.hpp"
#include "evaluate/scored_rows.hpp"

namespace drfs {

/// What is scored together, in one part of the rows.
struct PartChoice {
  FeatureSets sets;             ///< each in all populations
  FeatureSets best_alone = {};  ///< per population, in that one alone; empty: none
};

/// What the rows of a part that it does not score would choose.
using Choose = std::function<PartChoice(const Dataset&, const Context&)>;

/// The choice of each part: `whole`, where its rows are held out, or anew for every part. Throws
/// Error(interrupted) where it is interrupted.
std::vector<PartChoice> choices_of_parts(const Partition&, const PartChoice& whole, const Choose&,
                                         const Context&);

/// Per set and population, over the rows of all parts.
std::vector<std::vector<Risk>> risks_of(const Partition&, const std::vector<PartChoice>&,
                                        const ModelOptions&, const Context&);

/// The same with all features beside it, and with each population's own best set.
std::vector<std::vector<PopulationFigures>> figures_of(const Partition&, std::vector<PartChoice>,
                                                       const ModelOptions&, const Context&);

/// Where there is nothing to tell: risks are not numbers.
std::vector<PopulationFigures> no_figures(const Dataset&);

}  // namespace drfs
