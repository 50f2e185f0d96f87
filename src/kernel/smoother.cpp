// The fast smoother: scales the rows, cuts the queries into blocks, hands the blocks to
// threads, and lets a SIMD level do the sums. Memory: two copies of the rows and, per thread,
// one block of queries times rows.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/parallel.hpp"
#include "drfs/kernel.hpp"
#include "kernel/aligned.hpp"
#include "kernel/backends.hpp"
#include "kernel/layout.hpp"
#include "kernel/nearest.hpp"
#include "kernel/oracle.hpp"
#include "kernel/query_noise.hpp"

namespace drfs {
namespace {

/// Distances are scaled so that a weight is 2^-(distance squared): sqrt(log2(e) / 2).
const double kScale = std::sqrt(0.5 * std::numbers::log2e);

/// What one thread needs to work on one block of queries.
struct Scratch {
  Scratch(std::size_t padded_rows, std::size_t columns)
      : noisy(kBlockQueries * columns),
        midpoint(kBlockQueries * columns),
        reference(kBlockQueries * column_chunks(columns)),
        weights(kBlockQueries * padded_rows),
        epsilon(columns) {}

  AlignedFloats noisy, midpoint, reference, weights;
  std::vector<float> epsilon;
};

class FastSmoother final : public Smoother {
 public:
  FastSmoother(const KernelRows& rows, const NoiseSource& source, const SimdLevel& level,
               std::size_t neighbours)
      : source_(source),
        level_(level),
        neighbours_(neighbours),
        rows_(rows.x.rows),
        columns_(rows.x.columns),
        panel_count_(panels_for(rows_)),
        panels_(panel_count_ * kPanelRows * columns_),
        mu_(panel_count_ * kPanelRows),
        bias_(panel_count_ * kPanelRows, kNoWeight),
        padding_(bias_) {
    std::fill_n(padding_.begin(), rows_, 0.0F);
    for (std::size_t d = 0; d < columns_; ++d)
      for (std::size_t j = 0; j < rows_; ++j) panels_[place(j, d)] = rows.x(j, d);
    for (std::size_t j = 0; j < rows_; ++j) {
      mu_[j] = rows.mu[j];
      bias_[j] = std::log2(rows.weight[j]);
    }
  }

  std::string backend() const override { return level_.name; }

  ScoreSum sum_scores(const SumRequest& request, const ScoreFunction& score,
                      const Context& context) const override {
    const auto scale = column_scale(request.alpha);
    const auto scaled = scale_rows(scale, context);
    AlignedFloats other_mu(request.mu.empty() ? 0 : mu_.size());
    std::ranges::copy(request.mu, other_mu.begin());
    const float* mu = request.mu.empty() ? mu_.data() : other_mu.data();
    const std::size_t blocks = (request.queries.size() + kBlockQueries - 1) / kBlockQueries;
    std::vector<ScoreSum> parts(blocks);
    std::vector<std::unique_ptr<Scratch>> scratch(workers(blocks, context));
    parallel_for(blocks, context, [&](std::size_t block, std::size_t worker) {
      auto& mine = scratch[worker];
      if (!mine) mine = std::make_unique<Scratch>(padded_rows(), columns_);
      parts[block] = sum_block(request, block * kBlockQueries, score, scaled, scale, mu, *mine);
    });
    // Summed in the order of the blocks: the same bits for any number of threads.
    ScoreSum sum;
    if (request.want_gradient) sum.gradient.assign(columns_, 0.0);
    for (const auto& part : parts) {
      sum.value += part.value;
      for (std::size_t d = 0; d < sum.gradient.size(); ++d) sum.gradient[d] += part.gradient[d];
    }
    return sum;
  }

 private:
  std::size_t padded_rows() const { return panel_count_ * kPanelRows; }
  std::size_t place(std::size_t row, std::size_t column) const {
    return (row / kPanelRows * columns_ + column) * kPanelRows + row % kPanelRows;
  }

  static std::vector<float> column_scale(std::span<const double> alpha) {
    std::vector<float> scale(alpha.size());
    std::ranges::transform(alpha, scale.begin(),
                           [](double a) { return static_cast<float>(kScale / std::sqrt(a)); });
    return scale;
  }

  AlignedFloats scale_rows(std::span<const float> scale, const Context& context) const {
    AlignedFloats scaled(panels_.size());
    constexpr std::size_t kPanelsAtOnce = 64;
    parallel_for((panel_count_ + kPanelsAtOnce - 1) / kPanelsAtOnce, context,
                 [&](std::size_t item, std::size_t) {
                   const std::size_t first = item * kPanelsAtOnce * columns_;
                   const std::size_t last =
                       std::min(first + kPanelsAtOnce * columns_, panel_count_ * columns_);
                   for (std::size_t i = first; i < last; ++i) {
                     const float factor = scale[i % columns_];
                     for (std::size_t lane = 0; lane < kPanelRows; ++lane)
                       scaled[i * kPanelRows + lane] = panels_[i * kPanelRows + lane] * factor;
                   }
                 });
    return scaled;
  }

  /// s and the midpoint of one query in scaled units, and per chunk of columns the distance that
  /// log-weights are taken relative to. A query's own row is a typical draw from its neighbours,
  /// so its distance is the best reference; where that row is left out and there are many columns,
  /// all others are about as far as the average row of a standardised population.
  void prepare_query(const Query& query, std::size_t slot, const AlignedFloats& scaled,
                     std::span<const float> scale, bool leave_own_row_out, Scratch& scratch) const {
    query_noise(source_, query, scratch.epsilon);
    const std::size_t chunks = column_chunks(columns_);
    const bool average_row = leave_own_row_out && chunks > 1;
    float* reference = &scratch.reference[slot * chunks];
    std::fill_n(reference, chunks, 0.0F);
    for (std::size_t d = 0; d < columns_; ++d) {
      const float shift = static_cast<float>(kScale) * scratch.epsilon[d];
      const float own = scaled[place(query.row, d)];
      const float noisy = own + shift;
      scratch.noisy[slot * columns_ + d] = noisy;
      scratch.midpoint[slot * columns_ + d] = own + 0.5F * shift;
      reference[d / kColumnChunk] +=
          average_row ? noisy * noisy + scale[d] * scale[d] : shift * shift;
    }
  }

  ScoreSum sum_block(const SumRequest& request, std::size_t first, const ScoreFunction& score,
                     const AlignedFloats& scaled, std::span<const float> scale, const float* mu,
                     Scratch& scratch) const {
    const std::size_t count = std::min(kBlockQueries, request.queries.size() - first);
    for (std::size_t slot = 0; slot < kBlockQueries; ++slot)
      prepare_query(request.queries[first + std::min(slot, count - 1)], slot, scaled, scale,
                    request.leave_own_row_out, scratch);
    KernelBlock block{scaled.data(),
                      panel_count_,
                      columns_,
                      neighbours_ == 0 ? bias_.data() : padding_.data(),
                      mu,
                      scratch.noisy.data(),
                      scratch.midpoint.data(),
                      scratch.reference.data(),
                      scratch.weights.data()};
    level_.log_weights(block);

    ScoreSum sum;
    Smoothed smoothed[kBlockQueries];
    double slope[kBlockQueries] = {};
    for (std::size_t slot = 0; slot < count; ++slot) {
      const Query& query = request.queries[first + slot];
      const std::span<float> weights(&scratch.weights[slot * padded_rows()], padded_rows());
      if (request.leave_own_row_out) weights[query.row] = kNoWeight;
      if (neighbours_ != 0) keep_neighbours(weights.first(rows_));
      smoothed[slot] = level_.normalise(block, slot);
      const Score scored = score(first + slot, smoothed[slot].f());
      sum.value += scored.value;
      slope[slot] = scored.slope;
    }
    if (!request.want_gradient) return sum;
    sum.gradient.assign(columns_, 0.0);
    level_.add_gradient(block, smoothed, slope, sum.gradient.data());
    // Equation (11): the squares are in units of 2 ln 2, halved.
    for (double& g : sum.gradient) g *= std::numbers::ln2;
    return sum;
  }

  /// Neighbours are the nearest rows, whatever their weight, which joins in afterwards.
  void keep_neighbours(std::span<float> log_weights) const {
    keep_nearest(log_weights, neighbours_, kNoWeight);
    for (std::size_t j = 0; j < rows_; ++j) log_weights[j] += bias_[j];
  }

  NoiseSource source_;
  SimdLevel level_;
  std::size_t neighbours_;
  std::size_t rows_;
  std::size_t columns_;
  std::size_t panel_count_;
  AlignedFloats panels_;
  AlignedFloats mu_;
  AlignedFloats bias_;     // log2 of the weights
  AlignedFloats padding_;  // 0, and kNoWeight where there is no row
};

/// Every query needs a row besides its own, and every row a logarithm of its weight.
void check_rows(const KernelRows& rows) {
  const bool right =
      rows.x.rows >= 2 && std::ranges::all_of(rows.weight, [](float w) { return w > 0; });
  if (!right)
    throw Error(ErrorCode::internal,
                {"kernel", "", "needs at least two rows, all of positive weight", ""});
}

}  // namespace

std::unique_ptr<Smoother> make_smoother(const KernelRows& rows, const NoiseSource& source,
                                        const KernelOptions& options) {
  check(options);
  check_rows(rows);
  const std::string backend = resolve_backend(options.backend);
  const auto neighbours = static_cast<std::size_t>(options.neighbours);
  if (backend == kOracleName) return make_oracle(rows, source, neighbours);
  return std::make_unique<FastSmoother>(rows, source, simd_level(backend), neighbours);
}

}  // namespace drfs
