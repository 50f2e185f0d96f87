// One fully grown tree: split again and again where the squared error falls most, until the
// outcomes of a leaf are equal or its rows cannot be told apart. For outcomes 0 and 1 the Gini
// impurity 2p(1 - p) is twice the variance p(1 - p), so that the same tree, and with its leaf
// means the same probabilities, serve two classes. For more, the squared errors of the indicators
// of all classes are added, and a leaf holds the share of each.
//
// Missing values (NaN) are handled as in scikit-learn: a split is tried with the rows that miss the
// column on either side, and they go where the error falls more. Where a node has no such row,
// those met in predictions go with the larger part of the rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "drfs/core.hpp"

namespace drfs {

struct TreeNode {
  static constexpr std::uint32_t kLeaf = 0x7FFFFFFF;

  std::uint32_t column : 31 = kLeaf;
  std::uint32_t missing_left : 1 = 0;  ///< rows without a value go left, too
  /// Rows with x <= value go to this node, the others to the next one; in a leaf of classes, the
  /// row of Tree::shares.
  std::uint32_t left = 0;
  float value = 0;  ///< threshold; in a leaf of numbers, the weighted mean of its outcomes
};

struct Tree {
  std::vector<TreeNode> nodes;  ///< the root first
  std::vector<double> gain;     ///< per column, by how much its splits cut the sum of squares
  std::size_t classes = 0;      ///< 0 for numbers
  std::vector<float> shares;    ///< `classes` in a row: each class alone, then mixtures in leaves

  /// The mean outcome of the leaf, or the share of each class in it.
  std::span<const float> predict(MatrixView<const float> x, std::size_t row) const;
};

/// How a tree is grown: the columns looked at in a node are the first `tried` of a random order,
/// and further ones while all of these are constant there.
struct TreeOptions {
  std::size_t tried = 0;
  std::uint32_t number = 0;  ///< which tree of a forest: the random orders depend on it
};

/// Grows trees on the same rows with different weights. x (no infinite values) and y must outlive
/// it.
class TreeGrower {
 public:
  /// y holds numbers where `classes` is 0, otherwise 0, …, classes - 1.
  TreeGrower(MatrixView<const float> x, std::span<const float> y, std::size_t classes = 0);

  /// Rows of weight 0 are left out; at least one weight is positive.
  Tree grow(std::span<const double> weight, const TreeOptions&) const;

 private:
  MatrixView<const float> x_;
  std::span<const float> y_;
  std::size_t classes_;
  double centre_ = 0;                              // mean of y
  std::vector<std::vector<std::uint32_t>> order_;  // per column, the rows by value
};

}  // namespace drfs
