// Things that fit and predict. One more model is one more file and one more row
// in the table of models.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "drfs/core.hpp"
#include "drfs/data.hpp"

namespace drfs {

/// What a model learns from. Rows in x, y, weight correspond.
struct TrainingData {
  MatrixView<const float> x;
  std::span<const float> y;
  std::span<const float> weight;
  std::size_t classes = 0;  ///< multiclass: y is one of 0, …, classes - 1; otherwise 0
  /// Per column, what stands for a value that is missing (NaN) in x where something cannot do
  /// without; empty where x has all values.
  std::span<const float> fill = {};
};

class Model {
 public:
  virtual ~Model() = default;
  virtual void fit(const TrainingData&) = 0;
  /// Expected values (regression) or probabilities of class 1 (binary), one per row. Multiclass:
  /// the probability of class 0 for every row, then that of class 1 for every row, and so on.
  virtual std::vector<float> predict(MatrixView<const float> x) const = 0;
  /// Per column, how much the fit gained from it; not negative, in units of the model's own.
  virtual std::vector<double> importance() const = 0;
  /// Whether x may have missing values (NaN), in the fit and in predictions.
  virtual bool takes_missing() const { return false; }
};

struct ModelOptions {
  std::string model = "auto";  ///< xgb, rf, smooth, linear (ridge, logistic), mlp, or auto
  int trees = 100;             ///< number of trees, boosted or in a forest
  int depth = 3;               ///< depth of a boosted tree
  double tree_rate = 0.2;      ///< learning rate of boosting
  double ridge = 1.0;          ///< L2 penalty of the linear model
};
void describe(ModelOptions&, OptionVisitor&);

std::vector<std::string> model_names();

/// Where a model is fitted many times over, the choice between two costs too much: the trees of
/// `auto`, or the model itself.
ModelOptions without_choice(ModelOptions);

/// A new model for the task. Single-threaded and a function of its data alone.
std::unique_ptr<Model> make_model(const ModelOptions&, Task);

}  // namespace drfs
