// What the discrete search ends with.
#pragma once

#include <vector>

#include "drfs/select.hpp"

namespace drfs {

struct Refined {
  std::vector<std::size_t> ranked;  ///< the set, the feature of the largest loss first
  Refinement course;
  std::vector<BestAlone> best_alone = {};      ///< per population, where the aim is the regret
  std::vector<FeatureLoss> loss_without = {};  ///< as `ranked`; fewer where it was interrupted
};

/// With the noise levels of the relaxation, where there was one.
std::vector<ChosenFeature> chosen_features(const Refined&, const std::vector<double>& alpha);

}  // namespace drfs
