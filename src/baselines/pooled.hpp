// The selection rows of all populations under one another: what a method that knows of no
// populations learns from.
#pragma once

#include <span>
#include <vector>

#include "drfs/models.hpp"

namespace drfs {

class PooledRows {
 public:
  /// Each population is standardised by itself, as the data set is.
  explicit PooledRows(const Dataset&);

  /// The scales of the populations are undone and the pool is standardised as one.
  static PooledRows standardised_together(const Dataset&);

  /// The model will see which values are missing, if it takes them.
  void show_missing_to(const Model&, const Dataset&);

  /// Every row with its own weight.
  TrainingData as_they_are() const { return {x_.view(), y_, weight_, classes_}; }

  /// Population p has the share `shares[p]` of the total weight, which stays what it is: the trees'
  /// regularisation depends on it. The view lasts until the next call.
  TrainingData weighted(std::span<const double> shares);

  std::size_t populations() const { return populations_.size(); }

  /// The mean loss on the rows of each population, of predictions laid out as by
  /// Model::predict or of a model.
  std::vector<double> losses(std::span<const float> predicted, Task) const;
  std::vector<double> losses(const Model&, Task) const;

 private:
  struct Rows {
    std::size_t first = 0, count = 0;
    double weight = 0;
  };
  Matrix x_;
  std::vector<float> y_, weight_, shared_weight_;
  std::size_t classes_ = 0;
  std::vector<Rows> populations_;
  double total_weight_ = 0;
};

}  // namespace drfs
