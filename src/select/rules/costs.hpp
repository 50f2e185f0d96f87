// What features cost: one or several resources (money, minutes), and set-ups that open several
// features and are paid once.
#pragma once

#include <string>
#include <vector>

#include "drfs/data.hpp"
#include "select/feature_set.hpp"

namespace drfs {

/// Something that has to be there once for all the features that it opens: a blood draw.
struct SetUp {
  std::string name;
  FeatureSet opens;
  std::vector<double> cost;  ///< per resource
};

struct Costs {
  std::vector<std::string> resources;         ///< "cost", or as the file names them
  std::vector<std::vector<double>> features;  ///< per resource and feature
  std::vector<SetUp> set_ups;

  double of(std::size_t resource, const FeatureSet&) const;
  static bool is_needed(const SetUp&, const FeatureSet&);
};

}  // namespace drfs
