// The cross-validated risk of sets of features by a real model, worst population first: what the
// discrete search compares sets by. Fitted sets are remembered.
#pragma once

#include <map>
#include <vector>

#include "drfs/select.hpp"

namespace drfs {

/// Indices of features, ascending.
using FeatureSet = std::vector<std::size_t>;

/// Compares by the worst population, then the mean over populations, then the names. Risks of the
/// worst population that differ by less than can be told apart count as equal: `level` is the
/// risk in whole steps of the resolution.
struct SetScore {
  double level = 0;
  double mean = 0;
  FeatureSet set;
  double worst = 0;

  auto operator<=>(const SetScore&) const = default;
};

class SetRisk {
 public:
  SetRisk(const Dataset&, const SelectOptions&, const Context&);

  /// On all folds.
  SetScore score(const FeatureSet&);

  /// The best of the sets, which must not be empty. A race, fold by fold: a set that has fallen
  /// behind the leader by two standard errors is not followed to the end.
  SetScore best_of(std::vector<FeatureSet> sets);

  /// From now on, risks of the worst population within half a standard error of that of `set`,
  /// which has been scored, count as equal. Without it every difference counts.
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
