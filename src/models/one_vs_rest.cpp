#include "models/one_vs_rest.hpp"

#include <algorithm>

#include "models/training_data.hpp"

namespace drfs {
namespace {

class OneVsRest : public Model {
 public:
  explicit OneVsRest(std::function<std::unique_ptr<Model>()> make_binary)
      : make_binary_(std::move(make_binary)) {}

  void fit(const TrainingData& data) override {
    check_training_data(data, Task::multiclass);
    models_.clear();
    std::vector<float> is_class(data.y.size());
    for (std::size_t k = 0; k < data.classes; ++k) {
      std::ranges::transform(data.y, is_class.begin(),
                             [k](float y) { return y == static_cast<float>(k) ? 1.0F : 0.0F; });
      models_.push_back(make_binary_());
      models_.back()->fit({data.x, is_class, data.weight});
    }
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    std::vector<float> out;
    std::vector<double> sum(x.rows, 0.0);
    for (const auto& model : models_) {
      const auto predicted = model->predict(x);
      for (std::size_t i = 0; i < x.rows; ++i) sum[i] += predicted[i];
      out.insert(out.end(), predicted.begin(), predicted.end());
    }
    const double equal = 1 / static_cast<double>(models_.size());
    for (std::size_t k = 0; k < models_.size(); ++k)
      for (std::size_t i = 0; i < x.rows; ++i) {
        float& p = out[k * x.rows + i];
        p = static_cast<float>(sum[i] > 0 ? p / sum[i] : equal);
      }
    return out;
  }

  std::vector<double> importance() const override {
    std::vector<double> sum = models_.front()->importance();
    for (std::size_t k = 1; k < models_.size(); ++k)
      std::ranges::transform(models_[k]->importance(), sum, sum.begin(), std::plus<>());
    return sum;
  }

 private:
  std::function<std::unique_ptr<Model>()> make_binary_;
  std::vector<std::unique_ptr<Model>> models_;  ///< one per class
};

}  // namespace

std::unique_ptr<Model> make_one_vs_rest(std::function<std::unique_ptr<Model>()> make_binary) {
  return std::make_unique<OneVsRest>(std::move(make_binary));
}

}  // namespace drfs
