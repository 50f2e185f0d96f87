// The better of two: boosted trees, or a smooth model where that predicts better out of fold. Trees
// need many rows to learn a sum; sums do not see a step.
#include <array>

#include "models/model_table.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

constexpr std::size_t kFolds = 3;
/// With more columns the smooth model has neither hinges nor products, and the linear one is
/// quicker.
constexpr std::size_t kMostSmoothColumns = 64;

using Names = std::array<const char*, 2>;

Names names_for(Task task, std::size_t columns) {
  const bool smooth = task == Task::regression && columns <= kMostSmoothColumns;
  return {"xgb", smooth ? "smooth" : "linear"};
}

/// The rows that are, or are not, of a fold; row i is of fold i mod kFolds.
TrainingRows part(const TrainingData& data, std::size_t fold, bool inside) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < data.y.size(); ++i)
    if ((i % kFolds == fold) == inside) rows.push_back(i);
  return {data, rows};
}

class BetterModel : public Model {
 public:
  BetterModel(const ModelOptions& options, Task task) : options_(options), task_(task) {}

  void fit(const TrainingData& data) override {
    check_training_data(data, task_);
    const Names names = names_for(task_, data.x.columns);
    std::array<double, 2> losses{};
    for (std::size_t fold = 0; fold < kFolds && data.y.size() >= 2 * kFolds; ++fold) {
      const TrainingRows train = part(data, fold, false), test = part(data, fold, true);
      for (std::size_t m = 0; m < names.size(); ++m) {
        const auto model = make(names[m]);
        model->fit(train.data());
        const auto predicted = model->predict(test.x.view());
        for (std::size_t i = 0; i < test.y.size(); ++i)
          losses[m] += test.weight[i] * loss_of_row(task_, test.y, predicted, i);
      }
    }
    chosen_ = make(names[losses[1] < losses[0] ? 1 : 0]);
    chosen_->fit(data);
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    return chosen_->predict(x);
  }

  std::vector<double> importance() const override { return chosen_->importance(); }

 private:
  std::unique_ptr<Model> make(const char* name) const {
    ModelOptions options = options_;
    options.model = name;
    return make_model(options, task_);
  }

  ModelOptions options_;
  Task task_;
  std::unique_ptr<Model> chosen_;
};

}  // namespace

ModelOptions without_choice(ModelOptions options) {
  if (options.model == "auto") options.model = "xgb";
  return options;
}

std::unique_ptr<Model> make_better_regression(const ModelOptions& options) {
  return std::make_unique<BetterModel>(options, Task::regression);
}

std::unique_ptr<Model> make_better_binary(const ModelOptions& options) {
  return std::make_unique<BetterModel>(options, Task::binary);
}

std::unique_ptr<Model> make_better_multiclass(const ModelOptions& options) {
  return std::make_unique<BetterModel>(options, Task::multiclass);
}

}  // namespace drfs
