#include "models/smooth_fit.hpp"

#include <numeric>

#include "models/training_data.hpp"

namespace drfs {

SmoothFit::SmoothFit(BasisPlan plan, const TrainingData& data)
    : plan_(std::make_unique<BasisPlan>(std::move(plan))) {
  Context alone;  // models are fitted side by side
  alone.threads = 1;
  rows_ = std::make_unique<BasisRows>(std::vector{data}, *plan_, 1, alone);
  const auto columns = from_to(1, plan_->columns().size());
  Eigen::VectorXd b(0);
  if (!columns.empty()) {
    const std::vector<RowSums> sums = {rows_->outside(0, 1, 0, columns)};
    b = PartialPooling(sums, kinds_of(*plan_, columns), alone, Populations::alone)
            .means_given(sums, alone)[0];
  }
  coefficients_ = rows_->on_plan(0, 0, columns, b);
}

std::vector<float> SmoothFit::predict(MatrixView<const float> x) const {
  std::vector<float> out;
  std::vector<double> row(plan_->columns().size());
  for (std::size_t i = 0; i < x.rows; ++i) {
    basis().fill_row(x, i, row);
    row[0] = 1;
    out.push_back(
        static_cast<float>(std::inner_product(row.begin(), row.end(), coefficients_.begin(), 0.0)));
  }
  return out;
}

}  // namespace drfs
