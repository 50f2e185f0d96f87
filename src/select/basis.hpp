// What the smooth learner sees of the features: for a number the value itself, hinges at its
// quantiles and its products with other numbers; for a category the columns of its commonest
// levels.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "drfs/data.hpp"
#include "select/feature_set.hpp"

namespace drfs {

/// Which columns there are; the same for all populations.
class BasisPlan {
 public:
  /// `ranked` are the features that may be asked for, the most promising first: where there are
  /// many, only the first have products. `budget` is how many a set will have.
  BasisPlan(const Dataset&, const std::vector<std::size_t>& ranked, std::size_t budget);

  struct Column {
    std::size_t x = 0;        ///< column of the data
    std::size_t other_x = 0;  ///< of a product
    int knot = 0;             ///< of a hinge, from 0
    enum class Kind { value, hinge, product } kind = Kind::value;
  };

  const std::vector<Column>& columns() const { return columns_; }
  int knots() const { return knots_; }

  /// The columns of a set of features.
  std::vector<std::size_t> columns_of(const FeatureSet&) const;

 private:
  void add_feature(const Dataset&, std::size_t feature);

  std::size_t most_columns_;  // of one feature
  int knots_ = 0;
  std::vector<Column> columns_;
  std::vector<std::vector<std::size_t>> own_;  // per feature of the data set
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> product_;  // of two features
};

/// The basis of one population: column c at row i, centred, of variance 1 (or 0 throughout).
class Basis {
 public:
  Basis(const BasisPlan&, const Population&, std::size_t rows);

  void fill_row(std::size_t row, std::span<double> out) const;

 private:
  double raw(const BasisPlan::Column&, std::size_t row) const;

  const BasisPlan& plan_;
  const Population& population_;
  std::vector<std::vector<double>> knots_;  // per column of the data that has hinges
  std::vector<double> mean_, scale_;
};

}  // namespace drfs
