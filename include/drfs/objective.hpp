// The objective of the relaxation (docs/method.md, section 4): each population's risk under
// noise alpha, brought together over populations, plus a penalty that asks for noise.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "drfs/aim.hpp"
#include "drfs/core.hpp"
#include "drfs/data.hpp"
#include "drfs/kernel.hpp"
#include "drfs/options.hpp"

namespace drfs {

/// How a population's risk is estimated from the smoothed means f.
enum class Estimator {
  plug_in,        ///< E[y²] - mean f², every row in its own sum: the paper's
  leave_one_out,  ///< the same with row i left out of its own sum
  debiased,       ///< mean of y² - 2 y f + f², row i left out: no flattery, second-order error
  log_loss,       ///< the same idea for an outcome of 0 or 1: mean log loss of f, row i left out
};
inline constexpr EnumName<Estimator> kEstimatorNames[] = {
    {Estimator::plug_in, "plug-in"},
    {Estimator::leave_one_out, "leave-one-out"},
    {Estimator::debiased, "debiased"},
    {Estimator::log_loss, "log-loss"}};

/// Reg(alpha), in the two readings of the paper.
enum class Penalty {
  none,
  reciprocal_l1,   ///< 1 / (sum of alpha): the paper's text
  sum_reciprocal,  ///< sum of 1 / alpha: the authors' scripts
  own,             ///< a program's own function of alpha
};
inline constexpr EnumName<Penalty> kPenaltyNames[] = {{Penalty::none, "none"},
                                                      {Penalty::reciprocal_l1, "reciprocal-l1"},
                                                      {Penalty::sum_reciprocal, "sum-reciprocal"},
                                                      {Penalty::own, "own", false}};

struct PenaltyValue {
  double value = 0;
  std::vector<double> gradient;  ///< in alpha, per feature
};
using PenaltyFunction = std::function<PenaltyValue(std::span<const double> alpha)>;

/// What the optimiser moves.
enum class Parameter { alpha, log_alpha };
inline constexpr EnumName<Parameter> kParameterNames[] = {{Parameter::alpha, "alpha"},
                                                          {Parameter::log_alpha, "log-alpha"}};

struct ObjectiveOptions {
  Estimator estimator = Estimator::debiased;   ///< how a population's risk is estimated
  Penalty penalty = Penalty::sum_reciprocal;   ///< which Reg(alpha)
  double lambda = 0.001;                       ///< weight of the penalty, or where a path starts
  Parameter parameter = Parameter::log_alpha;  ///< optimise alpha or its logarithm
  /// For Penalty::own. It should fall as noise grows, so that noise is what costs nothing.
  PenaltyFunction own_penalty = {};
};
void describe(ObjectiveOptions&, OptionVisitor&);
void check(const ObjectiveOptions&);

/// Refuses the log loss, as the value of that option, for a target that is not of two classes.
void check_estimator(std::string_view option, Estimator, Task);

/// What a standardised outcome stands for: mean + deviation * y in the units of the data.
struct OutcomeScale {
  double mean = 0;
  double deviation = 1;
};

/// One population's rows and outcomes; y and mu in units of y's standard deviation, centred.
/// The log loss is that of probabilities: it asks the scale what y, mu and their smooth mean are.
struct ObjectiveRows {
  KernelRows rows;
  std::span<const float> y;
  OutcomeScale scale = {};
  double share = 1;  ///< of the population's risk: each class of several is an outcome by itself
  double population_weight = 1;  ///< what the population counts, except under the maximum
  /// Which fold each row is of, and for each fold the mu of models that have not seen its outcomes:
  /// what its rows are smoothed over where a row's own outcome must not count. Empty: rows.mu.
  std::span<const std::uint32_t> fold = {};
  std::vector<std::span<const float>> blind_mu = {};
};

/// The columns of one feature: they share one noise level.
struct ColumnGroup {
  std::size_t first_column = 0;
  std::size_t column_count = 1;
};

/// Queries of one evaluation, per population.
using QueryBatch = std::vector<std::vector<Query>>;

struct ObjectiveValue {
  double value = 0;
  std::vector<double> gradient;  ///< in the optimiser's parameter, per feature; empty from judge
  std::vector<double> risk;      ///< per population: 0 is perfect, 1 is knowing nothing
};

class Objective {
 public:
  /// `outcomes` are those of the first population, then those of the second, …: each has as many.
  Objective(std::vector<ObjectiveRows> outcomes, std::vector<ColumnGroup> features,
            const Aggregation&, const ObjectiveOptions&, const KernelOptions&, std::uint64_t seed,
            std::size_t outcomes_per_population = 1);

  /// The objective at theta for these queries, by the estimator of the options.
  ObjectiveValue evaluate(std::span<const double> theta, const QueryBatch&, const Context&);

  /// The value alone, by an estimator of its own: for judging a theta, not for descent.
  ObjectiveValue judge(std::span<const double> theta, const QueryBatch&, Estimator,
                       const Context&) const;

  /// Another weight of the penalty than that of the options.
  void set_lambda(double lambda) { options_.lambda = lambda; }

  std::vector<double> alpha_of(std::span<const double> theta) const;
  std::vector<double> theta_of(std::span<const double> alpha) const;

 private:
  struct Risk {
    double value = 0;
    std::vector<double> gradient;  // in log alpha, per feature
  };
  std::size_t populations() const { return outcomes_.size() / outcomes_per_population_; }
  Risk outcome_risk(std::size_t outcome, std::span<const double> alpha,
                    std::span<const Query> queries, Estimator, bool want_gradient,
                    const Context&) const;
  Risk population_risk(std::size_t population, std::span<const double> alpha,
                       std::span<const Query> queries, Estimator, bool want_gradient,
                       const Context&) const;
  std::vector<double> worst_risk_gradient(std::span<const double> alpha, const QueryBatch&,
                                          std::vector<double>& risk, const Context&);
  std::vector<double> mixed_risk_gradient(std::span<const double> alpha, const QueryBatch&,
                                          std::vector<double>& risk, const Context&) const;

  std::vector<ObjectiveRows> outcomes_;
  std::size_t outcomes_per_population_;
  std::vector<ColumnGroup> features_;
  Aggregation aggregation_;
  ObjectiveOptions options_;
  std::vector<double> weights_;                       // one per population
  std::vector<std::unique_ptr<Smoother>> smoothers_;  // one per outcome
  std::size_t expected_worst_ = 0;  // saves work under the maximum; never changes a result
};

}  // namespace drfs
