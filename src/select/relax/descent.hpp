// One data set's objective and descents on it, one after another: from a start of its own, under a
// weight of the penalty of its own. They share the draws, the check and the trace.
#pragma once

#include <vector>

#include "select/measure/aim.hpp"
#include "select/recipe.hpp"
#include "select/relax/queries.hpp"

namespace drfs {

class Descent {
 public:
  /// `means` are those of conditional_means.
  Descent(const Dataset&, const Aim&, const Means& means, const Recipe&, const Context&);

  /// From `alpha`, at most `steps` steps. The steps count on from those of the descents before.
  Minimum run(const std::vector<double>& alpha, double lambda, int steps);

  std::vector<double> alpha_of(const Minimum& minimum) const {
    return objective_.alpha_of(minimum.theta);
  }
  const std::vector<TracePoint>& trace() const { return trace_; }
  double pairs() const { return pairs_; }

 private:
  /// A population's y and mu_hat, centred and in units of y's standard deviation, so that risks
  /// are shares of the variance and comparable across populations; with what leads back to 0 and 1.
  /// Of several classes each is an outcome, and its share is that of the sum of their variances.
  struct Outcomes {
    std::vector<float> y, mu;
    std::vector<std::vector<float>> blind;  // per fold
    OutcomeScale scale;
    double share = 1;
  };
  void count(const QueryBatch&);
  static std::vector<Outcomes> standard_outcomes(const Dataset&, const Means&);
  static Objective make_objective(const Dataset&, const Aim&, const Means&,
                                  const std::vector<Outcomes>&, const Recipe&);

  const Dataset& data_;
  const Recipe& recipe_;
  const Context& context_;
  std::vector<Outcomes> outcomes_;
  Objective objective_;
  QueryPlan queries_;
  QueryBatch check_queries_;
  std::vector<TracePoint> trace_;
  double pairs_ = 0;
};

}  // namespace drfs
