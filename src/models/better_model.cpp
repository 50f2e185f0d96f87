// The better of two: boosted trees, or a smooth model where that predicts better out of fold. Trees
// need many rows to learn a sum; sums do not see a step.
#include <algorithm>
#include <array>
#include <cmath>

#include "models/basis.hpp"
#include "models/model_table.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

constexpr std::size_t kFolds = 3;

using Names = std::array<const char*, 2>;

/// With so many columns that the smooth model has no hinges, the linear one is quicker.
Names names_for(Task task, std::size_t columns) {
  const bool smooth = task == Task::regression && BasisPlan::has_hinges(columns);
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
    fill_.assign(data.fill.begin(), data.fill.end());
    const Names names = names_for(task_, data.x.columns);
    std::array<double, 2> losses{};
    for (std::size_t fold = 0; fold < kFolds && data.y.size() >= 2 * kFolds; ++fold) {
      const TrainingRows train = part(data, fold, false), test = part(data, fold, true);
      for (std::size_t m = 0; m < names.size(); ++m) {
        const auto model = make(names[m]);
        fit_to(*model, train.data());
        const auto predicted = predict_by(*model, test.x.view());
        for (std::size_t i = 0; i < test.y.size(); ++i)
          losses[m] += test.weight[i] * loss_of_row(task_, test.y, predicted, i);
      }
    }
    chosen_ = make(names[losses[1] < losses[0] ? 1 : 0]);
    fit_to(*chosen_, data);
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    return predict_by(*chosen_, x);
  }

  /// The trees do; the other model is given what fills the gaps.
  bool takes_missing() const override { return true; }

  std::vector<double> importance() const override { return chosen_->importance(); }

 private:
  std::unique_ptr<Model> make(const char* name) const {
    ModelOptions options = options_;
    options.model = name;
    return make_model(options, task_);
  }

  bool needs_fill(const Model& model) const { return !fill_.empty() && !model.takes_missing(); }

  Matrix filled(MatrixView<const float> x) const {
    Matrix out(x.rows, x.columns);
    for (std::size_t d = 0; d < x.columns; ++d)
      std::ranges::transform(x.column(d), out.column(d).begin(),
                             [&](float value) { return std::isnan(value) ? fill_[d] : value; });
    return out;
  }

  void fit_to(Model& model, TrainingData data) const {
    if (!needs_fill(model)) return model.fit(data);
    const Matrix x = filled(data.x);
    data.x = x.view();
    model.fit(data);
  }

  std::vector<float> predict_by(const Model& model, MatrixView<const float> x) const {
    return needs_fill(model) ? model.predict(filled(x).view()) : model.predict(x);
  }

  ModelOptions options_;
  Task task_;
  std::vector<float> fill_;  ///< empty where no value is missing
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
