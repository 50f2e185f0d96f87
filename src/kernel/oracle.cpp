// The oracle: docs/method.md, equations (4) to (7), as they are written, in double precision
// and one pair at a time. Slow on purpose; every faster kernel is tested against it.
#include "kernel/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "kernel/nearest.hpp"
#include "kernel/query_noise.hpp"

namespace drfs {
namespace {

class Oracle final : public Smoother {
 public:
  Oracle(const KernelRows& rows, const NoiseSource& source, std::size_t neighbours)
      : rows_(rows), source_(source), neighbours_(neighbours) {}

  std::string backend() const override { return "oracle"; }

  ScoreSum sum_scores(const SumRequest& request, const ScoreFunction& score,
                      const Context& context) const override {
    const std::size_t columns = rows_.x.columns;
    std::vector<ScoreSum> parts(request.queries.size());
    parallel_for(parts.size(), context,
                 [&](std::size_t q, std::size_t) { parts[q] = one_query(request, q, score); });
    ScoreSum sum;
    if (request.want_gradient) sum.gradient.assign(columns, 0.0);
    for (const auto& part : parts) {
      sum.value += part.value;
      for (std::size_t d = 0; d < sum.gradient.size(); ++d) sum.gradient[d] += part.gradient[d];
    }
    return sum;
  }

 private:
  ScoreSum one_query(const SumRequest& request, std::size_t q, const ScoreFunction& score) const {
    const std::size_t n = rows_.x.rows;
    const std::size_t m = rows_.x.columns;
    const Query query = request.queries[q];
    std::vector<float> epsilon(m);
    query_noise(source_, query, epsilon);
    std::vector<double> s(m);
    for (std::size_t d = 0; d < m; ++d)
      s[d] = rows_.x(query.row, d) + std::sqrt(request.alpha[d]) * epsilon[d];

    std::vector<double> log_weight(n);
    for (std::size_t j = 0; j < n; ++j) {
      double squared = 0;
      for (std::size_t d = 0; d < m; ++d) {
        const double difference = s[d] - rows_.x(j, d);
        squared += difference * difference / request.alpha[d];
      }
      log_weight[j] = -0.5 * squared;
    }
    constexpr double kNever = -std::numeric_limits<double>::infinity();
    if (request.leave_own_row_out) log_weight[query.row] = kNever;
    if (neighbours_ != 0) keep_nearest<double>(log_weight, neighbours_, kNever);
    for (std::size_t j = 0; j < n; ++j) log_weight[j] += std::log(double{rows_.weight[j]});

    const double largest = *std::ranges::max_element(log_weight);
    std::vector<double> w(n);
    double total = 0;
    for (std::size_t j = 0; j < n; ++j) total += w[j] = std::exp(log_weight[j] - largest);
    const auto mu = request.mu.empty() ? rows_.mu : request.mu;
    double f = 0;
    for (std::size_t j = 0; j < n; ++j) f += (w[j] /= total) * mu[j];

    const Score scored = score(q, f);
    ScoreSum out{scored.value, {}};
    if (!request.want_gradient) return out;
    out.gradient.assign(m, 0.0);
    for (std::size_t d = 0; d < m; ++d) {
      const double alpha = request.alpha[d];
      double df = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const double difference = s[d] - rows_.x(j, d);
        const double dl = difference * difference / (2 * alpha * alpha) -
                          epsilon[d] * difference / (2 * alpha * std::sqrt(alpha));
        df += w[j] * (mu[j] - f) * dl;
      }
      out.gradient[d] = scored.slope * df * alpha;
    }
    return out;
  }

  KernelRows rows_;
  NoiseSource source_;
  std::size_t neighbours_;
};

}  // namespace

std::unique_ptr<Smoother> make_oracle(const KernelRows& rows, const NoiseSource& source,
                                      std::size_t neighbours) {
  return std::make_unique<Oracle>(rows, source, neighbours);
}

}  // namespace drfs
