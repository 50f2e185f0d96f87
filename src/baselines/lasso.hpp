// Linear and logistic regression with an L1 penalty, in double precision:
//   minimise over a, b   sum_i w_i loss(y_i, a + x_i'b) / sum_i w_i + lambda |b|_1
// with the squared loss (y - eta)^2 / 2 or the log loss, and the intercept a not penalised. For
// regression lambda is scikit-learn's alpha.
#pragma once

#include <memory>
#include <vector>

#include "drfs/models.hpp"

namespace drfs {

struct LassoFit {
  double intercept = 0;
  std::vector<double> slopes;
};

/// Of a number or two classes.
LassoFit fit_lasso(const TrainingData&, Task, double lambda);

/// The same as a model; its importances are the sizes of the slopes. Several classes are each set
/// against the rest.
std::unique_ptr<Model> make_lasso(double lambda, Task);

}  // namespace drfs
