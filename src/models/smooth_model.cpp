// The smooth learner as a model: a regression on values, hinges and the products that the rows
// show.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "models/model_table.hpp"
#include "models/products.hpp"
#include "models/smooth_fit.hpp"
#include "models/training_data.hpp"

namespace drfs {
namespace {

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
    const auto all = from_to(0, features.size());
    BasisPlan plan(features, all, all.size(), std::numeric_limits<std::size_t>::max());
    Context alone;  // models are fitted side by side
    alone.threads = 1;
    plan.add_products(products_to_see(plan, plan.columns().size(), {data}, alone));
    fit_.emplace(std::move(plan), data);
  }

  std::vector<float> predict(MatrixView<const float> x) const override {
    const std::size_t columns = fit_->basis().data_columns();
    if (x.columns != columns)
      throw Error(ErrorCode::internal, {"model smooth", fmt::format("{} columns", x.columns),
                                        fmt::format("was fitted on {}", columns), ""});
    return fit_->predict(x);
  }

  /// The squared coefficients of a column's own terms and half of those of its products.
  std::vector<double> importance() const override {
    std::vector<double> out(fit_->basis().data_columns(), 0.0);
    const auto& columns = fit_->plan().columns();
    for (std::size_t c = 1; c < columns.size(); ++c) {
      const double square = std::pow(fit_->coefficients()[static_cast<Eigen::Index>(c)], 2);
      const bool product = columns[c].kind == BasisPlan::Column::Kind::product;
      out[columns[c].x] += product ? square / 2 : square;
      if (product) out[columns[c].other_x] += square / 2;
    }
    return out;
  }

 private:
  std::optional<SmoothFit> fit_;
};

}  // namespace

std::unique_ptr<Model> make_smooth_regression(const ModelOptions&) {
  return std::make_unique<SmoothModel>();
}

}  // namespace drfs
