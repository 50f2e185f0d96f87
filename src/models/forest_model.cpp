// A random forest: the mean of fully grown trees, each on rows drawn with replacement. Settings
// are the defaults of scikit-learn: a node of a regression tree looks at all columns, one of a
// classification tree at the square root of their number.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.hpp"
#include "models/model_table.hpp"
#include "models/training_data.hpp"
#include "models/tree_growth.hpp"

namespace drfs {
namespace {

void check_no_infinite(MatrixView<const float> x) {
  for (std::size_t d = 0; d < x.columns; ++d)
    if (std::ranges::any_of(x.column(d), [](float value) { return std::isinf(value); }))
      throw Error(ErrorCode::internal,
                  {"model rf", fmt::format("column {}", d), "has infinite values", ""});
}

/// Each row's weight times the number of times that it is among as many draws as there are rows.
std::vector<double> bootstrap(std::span<const float> weight, std::uint32_t tree) {
  std::vector<double> drawn(weight.size(), 0.0);
  for (std::size_t i = 0; i < weight.size(); i += 4) {
    const auto bits =
        random_bits(0, Stream::forest, {tree, static_cast<std::uint32_t>(i / 4), 0, 0});
    for (std::size_t k = 0; k < 4 && i + k < weight.size(); ++k) {
      const std::size_t row = bits[k] * std::uint64_t{weight.size()} >> 32;
      drawn[row] += weight[row];
    }
  }
  // Where nearly all weights are 0, the draws may miss the others.
  if (std::ranges::all_of(drawn, [](double w) { return w == 0; }))
    drawn.assign(weight.begin(), weight.end());
  return drawn;
}

void scale_to_sum_one(std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  if (sum > 0)
    for (double& value : values) value /= sum;
}

class Forest : public Model {
 public:
  Forest(const ModelOptions& options, Task task) : trees_wanted_(options.trees), task_(task) {}

  void fit(const TrainingData& data) override {
    check_training_data(data, task_);
    check_no_infinite(data.x);
    base_ = base_values(data);
    importance_.assign(data.x.columns, 0.0);
    trees_.clear();
    if (data.x.columns == 0) return;

    const TreeGrower grower(data.x, data.y, data.classes);
    for (int t = 0; t < trees_wanted_; ++t) {
      const auto number = static_cast<std::uint32_t>(t);
      trees_.push_back(grower.grow(bootstrap(data.weight, number), {columns_tried(), number}));
      add_importance(trees_.back().gain);
    }
    scale_to_sum_one(importance_);
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    if (x.columns != importance_.size())
      throw Error(ErrorCode::internal, {"model rf", fmt::format("{} columns", x.columns),
                                        fmt::format("was fitted on {}", importance_.size()), ""});
    check_no_infinite(x);
    if (trees_.empty()) return repeated(base_, x.rows);
    std::vector<double> sum(base_.size() * x.rows, 0.0);
    for (const Tree& tree : trees_)
      for (std::size_t i = 0; i < x.rows; ++i) {
        const auto values = tree.predict(x, i);
        for (std::size_t k = 0; k < values.size(); ++k) sum[k * x.rows + i] += values[k];
      }
    std::vector<float> out(sum.size());
    std::ranges::transform(sum, out.begin(), [this](double value) {
      return static_cast<float>(value / static_cast<double>(trees_.size()));
    });
    return out;
  }

  bool takes_missing() const override { return true; }

  /// Mean decrease of impurity: each tree's gains as shares, averaged over the trees that split.
  std::vector<double> importance() const override { return importance_; }

 private:
  std::size_t columns_tried() const {
    const std::size_t all = importance_.size();
    if (task_ == Task::regression) return all;
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(all)));
  }

  void add_importance(std::vector<double>& gain) {
    scale_to_sum_one(gain);
    for (std::size_t d = 0; d < gain.size(); ++d) importance_[d] += gain[d];
    gain = {};
  }

  int trees_wanted_;
  Task task_;
  std::vector<double> base_;        ///< the mean outcome, or the share of each class
  std::vector<double> importance_;  ///< one per column of the fit
  std::vector<Tree> trees_;         ///< empty where there are no columns
};

}  // namespace

std::unique_ptr<Model> make_forest_regression(const ModelOptions& options) {
  return std::make_unique<Forest>(options, Task::regression);
}

std::unique_ptr<Model> make_forest_binary(const ModelOptions& options) {
  return std::make_unique<Forest>(options, Task::binary);
}

std::unique_ptr<Model> make_forest_multiclass(const ModelOptions& options) {
  return std::make_unique<Forest>(options, Task::multiclass);
}

}  // namespace drfs
