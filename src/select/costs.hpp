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

/// One entry may be a CSV file: a column `feature`, one column per resource and, where features
/// share a set-up, a column `setup` with its name, which then has a row of its own. Otherwise each
/// entry is `name=amount` or, as a row of that file, `name=minutes:2;money:5;setup:blood draw`;
/// resources are then in the order of their names. Without entries every feature costs 1.
Costs read_costs(const std::vector<std::string>& entries, const Dataset&, const Context&);

}  // namespace drfs
