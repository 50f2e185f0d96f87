// The smooth learner as a model: ridge regression on hinges and products, its smoothing chosen by
// cross-validation.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "models/model_table.hpp"
#include "models/products.hpp"
#include "models/smooth_fit.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

constexpr std::size_t kFolds = 6;

/// Two values have no bends.
bool is_number(std::span<const float> column) {
  const auto differs = [&](float v) { return v != column[0]; };
  const auto second = std::ranges::find_if(column, differs);
  return std::any_of(second, column.end(), [&](float v) { return v != column[0] && v != *second; });
}

class SmoothModel : public Model {
 public:
  void fit(const TrainingData& data) override {
    check_training_data(data);
    std::vector<BasisPlan::Feature> features;
    for (std::size_t d = 0; d < data.x.columns; ++d)
      features.push_back(is_number(data.x.column(d)) ? BasisPlan::Feature{{d}, {}}
                                                     : BasisPlan::Feature{{}, {d}});
    std::vector<std::size_t> all(features.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const BasisDetail detail;
    Context alone;  // models are fitted side by side
    alone.threads = 1;
    plan_.emplace(features, all, all.size(), detail,
                  products_to_see(features, all, all.size(), detail, std::span(&data, 1), alone));
    basis_.emplace(*plan_, data.x, data.weight);
    std::vector<Eigen::MatrixXd> folds;
    for (std::size_t fold = 0; fold < kFolds; ++fold)
      folds.push_back(gram_of_rows(*basis_, *plan_, data, fold, kFolds));
    columns_ = plan_->columns_of(all);
    const FoldGrams grams(folds, *plan_, columns_);
    coefficients_ = smooth_coefficients(grams.total, grams.is_smooth, best_smoothing(grams));
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    if (x.columns != basis_->data_columns())
      throw Error(ErrorCode::internal,
                  {"model smooth", fmt::format("{} columns", x.columns),
                   fmt::format("was fitted on {}", basis_->data_columns()), ""});
    const auto predicted = smooth_predictions(*basis_, *plan_, columns_, coefficients_, x);
    return {predicted.begin(), predicted.end()};
  }

  /// The squared coefficients of a column's own terms and half of those of its products.
  std::vector<double> importance() const override {
    std::vector<double> out(basis_->data_columns(), 0.0);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const auto& column = plan_->columns()[columns_[c]];
      const double square = coefficients_[static_cast<Eigen::Index>(c) + 1] *
                            coefficients_[static_cast<Eigen::Index>(c) + 1];
      const bool product = column.kind == BasisPlan::Column::Kind::product;
      out[column.x] += product ? square / 2 : square;
      if (product) out[column.other_x] += square / 2;
    }
    return out;
  }

 private:
  std::optional<BasisPlan> plan_;
  std::optional<Basis> basis_;
  std::vector<std::size_t> columns_;
  Eigen::VectorXd coefficients_;  // the intercept's, then those of columns_
};

}  // namespace

std::unique_ptr<Model> make_smooth_regression(const ModelOptions&) {
  return std::make_unique<SmoothModel>();
}

}  // namespace drfs
