// What the smooth learner sees of the features: for a number the value itself, hinges at its
// quantiles and its products with other numbers; for a category the columns of its commonest
// levels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "drfs/core.hpp"

namespace drfs {

using FeaturePair = std::pair<std::size_t, std::size_t>;  ///< the smaller one first
/// A feature that is one number and nothing else, and its column of the data.
using FeatureNumber = std::pair<std::size_t, std::size_t>;

/// The most columns that the features of a set have, products not counted, and that the candidates
/// of a search have: the time of a regression grows with their cube.
inline constexpr std::size_t kColumnsOfASet = 120;

/// Which columns there are; the same for all populations.
class BasisPlan {
 public:
  /// Columns of the data.
  struct Feature {
    std::vector<std::size_t> numbers;  ///< one, or those of a group
    std::vector<std::size_t>
        levels;  ///< of categories, the most telling first, and marks of missing values
  };

  /// `ranked` are the features that may be asked for, the most promising first; `set_size` is how
  /// many are asked for together: the more, the fewer columns each has. Hinges go to the most
  /// promising ones as long as there are no more than `most_columns`.
  BasisPlan(const std::vector<Feature>& features, const std::vector<std::size_t>& ranked,
            std::size_t set_size, std::size_t most_columns);

  /// Whether so many numbers that are asked for together have hinges.
  static bool has_hinges(std::size_t set_size);

  /// Of features that are one number each (models/products.hpp).
  void add_products(const std::vector<FeaturePair>&);

  struct Column {
    std::size_t x = 0;        ///< column of the data
    std::size_t other_x = 0;  ///< of a product
    int knot = 0;             ///< of a hinge, from 0
    enum class Kind { intercept, value, hinge, product } kind = Kind::intercept;
  };

  /// Column 0 is the intercept's place.
  const std::vector<Column>& columns() const { return columns_; }
  int knots() const { return knots_; }
  /// The most promising first.
  const std::vector<FeatureNumber>& single_numbers() const { return single_numbers_; }
  /// Per feature, the columns of its levels.
  const std::vector<std::vector<std::size_t>>& levels() const { return levels_; }
  /// Of two features, the column of their product.
  const std::map<FeaturePair, std::size_t>& products() const { return product_; }

  /// The columns of a set of features, which is ascending.
  std::vector<std::size_t> columns_of(std::span<const std::size_t> set) const;

 private:
  void add(std::size_t feature, const Column&);
  void add_values(const Feature&, std::size_t feature, std::size_t most_columns);
  void add_hinges(const Feature&, std::size_t feature, std::size_t most_columns);

  int knots_ = 0;
  std::vector<Column> columns_;
  std::vector<std::vector<std::size_t>> own_, levels_;  // per feature
  std::vector<FeatureNumber> single_numbers_;
  std::map<FeaturePair, std::size_t> product_;  // of two features
};

/// The share of the rows that are of a level, from its standardised column of 0 and 1, which
/// reaches √(1/f - 1); 0 where the level is absent.
double share_of_level(std::span<const float> column);

/// Hinges and products see a value no further out than three standard deviations.
inline double tamed(double x) {
  constexpr double kFarOut = 3.0;
  return std::clamp(x, -kFarOut, kFarOut);
}

/// Knots, means and scales from some rows; on these, every column has mean 0 and variance 1, or is
/// 0 throughout.
class Basis {
 public:
  Basis(const BasisPlan&, MatrixView<const float> x, std::span<const float> weight);

  std::size_t data_columns() const { return knots_.size(); }

  /// Of a row of these or of other data.
  void fill_row(MatrixView<const float> x, std::size_t row, std::span<double> out) const;

 private:
  double raw(const BasisPlan::Column&, MatrixView<const float> x, std::size_t row) const;

  const BasisPlan& plan_;
  std::vector<std::vector<double>> knots_;  // per column of the data that has hinges
  std::vector<double> mean_, scale_;
};

}  // namespace drfs
