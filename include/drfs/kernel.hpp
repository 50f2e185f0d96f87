// The noise-kernel smoother (docs/method.md, section 3): for noisy copies of rows of one
// population, the kernel-weighted mean of mu_hat and its gradient in the noise levels.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "drfs/core.hpp"
#include "drfs/options.hpp"

namespace drfs {

/// The rows that the smoother averages over.
struct KernelRows {
  MatrixView<const float> x;      ///< standardised
  std::span<const float> mu;      ///< estimates of E[y | x]
  std::span<const float> weight;  ///< positive
};

/// A noisy copy of a row: s = x_row + sqrt(alpha) * epsilon(seed, population, row, draw), or
/// minus that noise where it is mirrored.
struct Query {
  std::uint32_t row = 0;
  std::uint32_t draw = 0;
  bool mirrored = false;
};

/// What a query's smoothed mean f is worth, and the derivative of that in f.
struct Score {
  double value = 0;
  double slope = 0;
};
using ScoreFunction = std::function<Score(std::size_t query, double f)>;

/// The sum of the scores over the queries, and its gradient in log alpha, per column.
struct ScoreSum {
  double value = 0;
  std::vector<double> gradient;  ///< empty where only the value was asked for
};

struct KernelOptions {
  std::string backend = "auto";  ///< auto, oracle, or a SIMD level of `drfs info`
  int neighbours = 0;            ///< sum over the K nearest rows only; 0: over all
};
void describe(KernelOptions&, OptionVisitor&);
void check(const KernelOptions&);

/// Which noise the queries are given.
struct NoiseSource {
  std::uint64_t seed = 0;
  std::uint32_t population = 0;
};

/// How the sum over rows is taken for one set of queries.
struct SumRequest {
  std::span<const double> alpha;  ///< noise variance of each column
  std::span<const Query> queries;
  bool leave_own_row_out = false;
  bool want_gradient = true;
  std::span<const float> mu = {};  ///< other estimates than those of the rows; empty: those
};

/// Smooths over the rows of one population. The result does not depend on the number of threads.
class Smoother {
 public:
  virtual ~Smoother() = default;
  virtual ScoreSum sum_scores(const SumRequest&, const ScoreFunction&, const Context&) const = 0;
  virtual std::string backend() const = 0;
};

std::unique_ptr<Smoother> make_smoother(const KernelRows&, const NoiseSource&,
                                        const KernelOptions&);

/// The back ends that run on this machine, best first; "oracle" is last.
std::vector<std::string> kernel_backends();

/// The name of the back end that a wish ("auto", a name) leads to; unknown names are refused.
std::string resolve_backend(const std::string& wish);

/// Floating-point operations per second of a bare multiply-add loop of this back end.
double multiply_add_peak(const std::string& backend, double seconds, const Context&);

}  // namespace drfs
