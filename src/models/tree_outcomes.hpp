// What growing a tree asks of the outcomes of its rows: by how much a split lowers their sum of
// squares, and what to write into a leaf. Outcomes are numbers or classes; the sum of squares of
// classes is that of their indicators: the Gini impurity times the weight.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "models/tree_growth.hpp"

namespace drfs {

/// A row in a column's list, which is sorted by x within every node.
struct TreeEntry {
  float x = 0;
  std::uint32_t row = 0;
};

class NumberOutcomes {
 public:
  /// Sums of y - centre round less than sums of y.
  NumberOutcomes(std::span<const float> y, double centre, std::span<const double> weight)
      : y_(y), centre_(centre), rows_(y.size()) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      rows_[i] = {weight[i], weight[i] * (y[i] - centre)};
  }

  Tree empty_tree() const { return {}; }

  struct Node {
    double weight = 0;
    double mean = 0;  // of y - centre
    float first = 0;  // the outcome of one row
    bool pure = true;
  };

  Node node_of(std::span<const TreeEntry> entries) const {
    Node node{.first = y_[entries.front().row]};
    for (const auto& [x, row] : entries) {
      node.weight += rows_[row].weight;
      node.mean += rows_[row].weighted_y;
      node.pure = node.pure && y_[row] == node.first;
    }
    node.mean /= node.weight;
    return node;
  }

  void write_leaf(const Node& node, std::uint32_t number, Tree& tree) const {
    tree.nodes[number].value = node.pure ? node.first : static_cast<float>(centre_ + node.mean);
  }

  /// The rows of a node on the left of a split. With sums about the node's mean, the two sides
  /// differ in sign alone.
  struct Left {
    Left(NumberOutcomes&, const Node& all) : mean(all.mean) {}

    double squared_deviation() const {
      const double deviation = weighted_y - weight * mean;
      return deviation * deviation;
    }

    double mean;
    double weight = 0;
    double weighted_y = 0;
  };

  void add(std::uint32_t row, Left& left) const {
    left.weight += rows_[row].weight;
    left.weighted_y += rows_[row].weighted_y;
  }

 private:
  struct Row {
    double weight = 0;
    double weighted_y = 0;  // weight * (y - centre)
  };

  std::span<const float> y_;
  double centre_;
  std::vector<Row> rows_;
};

class ClassOutcomes {
 public:
  ClassOutcomes(std::span<const float> y, std::size_t classes, std::span<const double> weight)
      : rows_(y.size()), left_(classes) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      rows_[i] = {weight[i], static_cast<std::uint32_t>(y[i])};
  }

  /// Nearly all leaves are pure; those of a class share a row of the table.
  Tree empty_tree() const {
    const std::size_t classes = left_.size();
    Tree tree;
    tree.classes = classes;
    tree.shares.assign(classes * classes, 0.0F);
    for (std::size_t k = 0; k < classes; ++k) tree.shares[k * classes + k] = 1;
    return tree;
  }

  struct Node {
    double weight = 0;
    std::uint32_t first = 0;       // the class of one row
    std::vector<double> of_class;  // the weight of each
    bool pure = true;
  };

  Node node_of(std::span<const TreeEntry> entries) const {
    Node node{.first = rows_[entries.front().row].outcome,
              .of_class = std::vector<double>(left_.size(), 0.0)};
    for (const auto& [x, row] : entries) {
      node.weight += rows_[row].weight;
      node.of_class[rows_[row].outcome] += rows_[row].weight;
      node.pure = node.pure && rows_[row].outcome == node.first;
    }
    return node;
  }

  void write_leaf(const Node& node, std::uint32_t number, Tree& tree) const {
    tree.nodes[number].left =
        node.pure ? node.first : static_cast<std::uint32_t>(tree.shares.size() / tree.classes);
    if (node.pure) return;
    for (const double sum : node.of_class)
      tree.shares.push_back(static_cast<float>(sum / node.weight));
  }

  struct Left {
    Left(ClassOutcomes& outcomes, const Node& all) : node(all), of_class(outcomes.left_) {
      std::ranges::fill(of_class, 0.0);
    }

    /// Divided at the end: where weights are whole numbers, gains that are equal are so exactly.
    double squared_deviation() const {
      double sum = 0;
      for (std::size_t k = 0; k < of_class.size(); ++k) {
        const double deviation = of_class[k] * node.weight - weight * node.of_class[k];
        sum += deviation * deviation;
      }
      return sum / (node.weight * node.weight);
    }

    const Node& node;
    std::span<double> of_class;
    double weight = 0;
  };

  void add(std::uint32_t row, Left& left) const {
    left.weight += rows_[row].weight;
    left.of_class[rows_[row].outcome] += rows_[row].weight;
  }

 private:
  struct Row {
    double weight = 0;
    std::uint32_t outcome = 0;
  };

  std::vector<Row> rows_;
  std::vector<double> left_;  // scratch of Left: one at a time
};

}  // namespace drfs
