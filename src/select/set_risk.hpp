// The cross-validated risk of sets of features by a real model, worst population first: what the
// discrete search compares sets by. Fitted sets are remembered.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "drfs/select.hpp"

namespace drfs {

/// Indices of features, ascending.
using FeatureSet = std::vector<std::size_t>;

/// Compares by the worst population, then the mean over populations, then the names. Risks that
/// differ by less than can be told apart count as equal: the levels are the risks in whole steps
/// of the resolution.
struct SetScore {
  double worst_level = 0;
  double mean_level = 0;
  FeatureSet set;
  double worst = 0;

  auto operator<=>(const SetScore&) const = default;

  /// By more than a name.
  bool better_than(const SetScore& other) const {
    return std::pair(worst_level, mean_level) < std::pair(other.worst_level, other.mean_level);
  }
};

class SetRisk {
 public:
  SetRisk(const Dataset&, const SelectOptions&, const Context&);

  /// On all folds.
  SetScore score(const FeatureSet&);

  /// The best of the sets, of which there must be one. A race, fold by fold: a set that has fallen
  /// behind the leader by two standard errors, or behind most of the others, is not followed.
  SetScore best_of(std::vector<FeatureSet> sets);

  /// From now on risks count in steps of half a standard error of the worst population's risk with
  /// `set`, which has been scored. Before, every difference counts.
  void set_resolution(const FeatureSet& set);

  std::size_t sets_tried() const { return sums_.size(); }

 private:
  /// Losses of the model and of the base rate on the folds done so far, per population.
  struct Sums {
    std::size_t folds = 0;
    std::vector<double> loss, base, squares;
  };
  void fit_fold(const std::vector<FeatureSet>& sets, std::size_t fold);
  SetScore partial_score(const FeatureSet&) const;
  double standard_error_of_worst(const FeatureSet&) const;

  const Dataset& data_;
  const SelectOptions& options_;
  const Context& context_;
  std::map<FeatureSet, Sums> sums_;
  double resolution_ = 0;
};

}  // namespace drfs
