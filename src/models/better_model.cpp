// The better of two: boosted trees, or a linear model where that predicts better out of fold. Trees
// need many rows to learn a sum; a line cannot bend.
#include <array>

#include "models/model_table.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

constexpr std::size_t kFolds = 3;
constexpr std::array kNames = {"xgb", "linear"};

/// The rows that are, or are not, of a fold; row i is of fold i mod kFolds.
struct Part {
  Matrix x;
  std::vector<float> y, weight;

  Part(const TrainingData& data, std::size_t fold, bool inside) {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < data.y.size(); ++i)
      if ((i % kFolds == fold) == inside) rows.push_back(i);
    x = Matrix(rows.size(), data.x.columns);
    for (std::size_t d = 0; d < data.x.columns; ++d)
      for (std::size_t i = 0; i < rows.size(); ++i) x(i, d) = data.x(rows[i], d);
    for (std::size_t row : rows) {
      y.push_back(data.y[row]);
      weight.push_back(data.weight[row]);
    }
  }
};

class BetterModel : public Model {
 public:
  BetterModel(const ModelOptions& options, Task task) : options_(options), task_(task) {}

  void fit(const TrainingData& data) override {
    check_training_data(data);
    std::array<double, kNames.size()> losses{};
    for (std::size_t fold = 0; fold < kFolds && data.y.size() >= 2 * kFolds; ++fold) {
      const Part train(data, fold, false), test(data, fold, true);
      for (std::size_t m = 0; m < kNames.size(); ++m) {
        const auto model = make(kNames[m]);
        model->fit({train.x.view(), train.y, train.weight});
        const auto predicted = model->predict(test.x.view());
        for (std::size_t i = 0; i < predicted.size(); ++i)
          losses[m] += test.weight[i] * loss(task_, test.y[i], predicted[i]);
      }
    }
    chosen_ = make(losses[1] < losses[0] ? kNames[1] : kNames[0]);
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
  if (options.model == "auto") options.model = kNames[0];
  return options;
}

std::unique_ptr<Model> make_better_regression(const ModelOptions& options) {
  return std::make_unique<BetterModel>(options, Task::regression);
}

std::unique_ptr<Model> make_better_binary(const ModelOptions& options) {
  return std::make_unique<BetterModel>(options, Task::binary);
}

}  // namespace drfs
