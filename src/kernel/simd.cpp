// The SIMD levels of the kernel, compiled once per instruction set by Highway and chosen at
// run time. All sums run over rows: lanes are rows, so no column count wastes lanes.
#include "kernel/layout.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/simd.cpp"
// Scalable vectors cannot stand in arrays, which the register tiles are; NEON serves there.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace drfs::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::CappedTag<float, kPanelRows / 2>;
using Vector = hn::Vec<Floats>;
constexpr Floats kFloats;

// Vectors that make up two registers' worth of rows, and the tile sizes that fit the registers.
constexpr std::size_t kLanes = hn::MaxLanes(kFloats);
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64
constexpr std::size_t kDistanceQueries = 8;  // times 2 vectors: 16 accumulators
constexpr std::size_t kGradientQueries = 4;  // times 4 columns: 16 midpoints, 4 accumulators
#else
constexpr std::size_t kDistanceQueries = 4;
constexpr std::size_t kGradientQueries = 2;
#endif
constexpr std::size_t kGradientColumns = 4;
constexpr std::size_t kChunkRows = kChunkPanels * kPanelRows;
static_assert(kBlockQueries % kDistanceQueries == 0 && kBlockQueries % kGradientQueries == 0);
static_assert(kPanelRows % (2 * kLanes) == 0);

/// Negated squared distances of 2 vectors of rows to a tile of queries over some columns.
HWY_INLINE void distance_tile(const float* HWY_RESTRICT rows, const float* HWY_RESTRICT queries,
                              std::size_t query_stride, std::size_t columns,
                              Vector (&sum)[kDistanceQueries][2]) {
  for (auto& pair : sum) pair[0] = pair[1] = hn::Zero(kFloats);
  for (std::size_t d = 0; d < columns; ++d) {
    const Vector x0 = hn::Load(kFloats, rows + d * kPanelRows);
    const Vector x1 = hn::Load(kFloats, rows + d * kPanelRows + kLanes);
    for (std::size_t q = 0; q < kDistanceQueries; ++q) {
      const Vector s = hn::Set(kFloats, queries[q * query_stride + d]);
      const Vector u0 = hn::Sub(x0, s);
      const Vector u1 = hn::Sub(x1, s);
      sum[q][0] = hn::NegMulAdd(u0, u0, sum[q][0]);
      sum[q][1] = hn::NegMulAdd(u1, u1, sum[q][1]);
    }
  }
}

/// Log-weights relative to the reference, summed chunk by chunk: large partial sums cancel
/// against the reference before they can swallow the differences that matter.
void log_weights(const KernelBlock& block) {
  const std::size_t rows = block.padded_rows();
  const std::size_t chunks = column_chunks(block.columns);
  for (std::size_t panel = 0; panel < block.panel_count; ++panel) {
    const float* panel_rows = block.panels + panel * block.columns * kPanelRows;
    for (std::size_t q0 = 0; q0 < kBlockQueries; q0 += kDistanceQueries) {
      for (std::size_t lane = 0; lane < kPanelRows; lane += 2 * kLanes) {
        const std::size_t row = panel * kPanelRows + lane;
        Vector total[kDistanceQueries][2];
        for (auto& pair : total) {
          pair[0] = hn::Load(kFloats, block.bias + row);
          pair[1] = hn::Load(kFloats, block.bias + row + kLanes);
        }
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
          const std::size_t d = chunk * kColumnChunk;
          Vector sum[kDistanceQueries][2];
          distance_tile(panel_rows + d * kPanelRows + lane, block.noisy + q0 * block.columns + d,
                        block.columns, HWY_MIN(kColumnChunk, block.columns - d), sum);
          for (std::size_t q = 0; q < kDistanceQueries; ++q) {
            const Vector own = hn::Set(kFloats, block.reference[(q0 + q) * chunks + chunk]);
            total[q][0] = hn::Add(total[q][0], hn::Add(sum[q][0], own));
            total[q][1] = hn::Add(total[q][1], hn::Add(sum[q][1], own));
          }
        }
        for (std::size_t q = 0; q < kDistanceQueries; ++q) {
          hn::Store(total[q][0], kFloats, block.weights + (q0 + q) * rows + row);
          hn::Store(total[q][1], kFloats, block.weights + (q0 + q) * rows + row + kLanes);
        }
      }
    }
  }
}

/// 2^x for x <= 0, exactly 0 below 2^-100: such a weight cannot change a single-precision sum,
/// and no denormal number, slow to multiply, ever appears. Relative error below 2e-7.
HWY_INLINE Vector exp2_or_zero(Vector x) {
  const Vector lowest = hn::Set(kFloats, -100.0F);
  const auto counts = hn::Ge(x, lowest);
  const Vector bounded = hn::Max(x, lowest);
  const Vector whole = hn::Round(bounded);
  const Vector r = hn::Sub(bounded, whole);
  // The polynomial of degree 5 with the least relative error on [-1/2, 1/2].
  Vector p = hn::Set(kFloats, 0.0013276472F);
  p = hn::MulAdd(p, r, hn::Set(kFloats, 0.0096755415F));
  p = hn::MulAdd(p, r, hn::Set(kFloats, 0.055507133F));
  p = hn::MulAdd(p, r, hn::Set(kFloats, 0.24022120F));
  p = hn::MulAdd(p, r, hn::Set(kFloats, 0.69314697F));
  p = hn::MulAdd(p, r, hn::Set(kFloats, 1.00000007F));
  const hn::RebindToSigned<Floats> integers;
  const auto exponent = hn::ShiftLeft<23>(hn::ConvertTo(integers, whole));
  const Vector power = hn::BitCast(kFloats, hn::Add(hn::BitCast(integers, p), exponent));
  return hn::IfThenElseZero(counts, power);
}

double sum_of(Vector v) {
  return static_cast<double>(hn::GetLane(hn::SumOfLanes(kFloats, v)));
}

/// The first row of largest log-weight.
std::size_t heaviest_row(const float* HWY_RESTRICT log_weights, std::size_t rows) {
  float largest = -1e38F;
  std::size_t place = 0;
  for (std::size_t start = 0; start < rows; start += kChunkRows) {
    const std::size_t end = HWY_MIN(rows, start + kChunkRows);
    Vector largest0 = hn::Load(kFloats, log_weights + start);
    Vector largest1 = largest0;
    for (std::size_t j = start; j < end; j += 2 * kLanes) {
      largest0 = hn::Max(largest0, hn::Load(kFloats, log_weights + j));
      largest1 = hn::Max(largest1, hn::Load(kFloats, log_weights + j + kLanes));
    }
    const float here = hn::GetLane(hn::MaxOfLanes(kFloats, hn::Max(largest0, largest1)));
    if (here > largest) {
      largest = here;
      place = start;
    }
  }
  while (place + 1 < rows && log_weights[place] != largest) ++place;
  return place;
}

Smoothed normalise(const KernelBlock& block, std::size_t query) {
  const std::size_t rows = block.padded_rows();
  float* HWY_RESTRICT weights = block.weights + query * rows;
  const std::size_t heaviest = heaviest_row(weights, rows);
  const Vector largest = hn::Set(kFloats, weights[heaviest]);
  const Vector mu_reference = hn::Set(kFloats, block.mu[heaviest]);

  Smoothed out{0.0, block.mu[heaviest], 0.0};
  double offset = 0;
  // A chunk is summed in single precision, the chunks in double precision.
  for (std::size_t start = 0; start < rows; start += kChunkRows) {
    const std::size_t end = HWY_MIN(rows, start + kChunkRows);
    Vector total0 = hn::Zero(kFloats), total1 = total0, mean0 = total0, mean1 = total0;
    for (std::size_t j = start; j < end; j += 2 * kLanes) {
      const Vector w0 = exp2_or_zero(hn::Sub(hn::Load(kFloats, weights + j), largest));
      const Vector w1 = exp2_or_zero(hn::Sub(hn::Load(kFloats, weights + j + kLanes), largest));
      hn::Store(w0, kFloats, weights + j);
      hn::Store(w1, kFloats, weights + j + kLanes);
      total0 = hn::Add(total0, w0);
      total1 = hn::Add(total1, w1);
      const Vector mu0 = hn::Sub(hn::Load(kFloats, block.mu + j), mu_reference);
      const Vector mu1 = hn::Sub(hn::Load(kFloats, block.mu + j + kLanes), mu_reference);
      mean0 = hn::MulAdd(w0, mu0, mean0);
      mean1 = hn::MulAdd(w1, mu1, mean1);
    }
    out.weight_sum += sum_of(hn::Add(total0, total1));
    offset += sum_of(hn::Add(mean0, mean1));
  }
  out.offset = offset / out.weight_sum;
  return out;
}

/// c_j = scale w_j (mu_j - f) / sum of w, for the rows [start, end) of one query.
HWY_INLINE void centred_weights(const KernelBlock& block, std::size_t query, const Smoothed& s,
                                double scale, std::size_t start, std::size_t end,
                                float* HWY_RESTRICT c) {
  const float* HWY_RESTRICT weights = block.weights + query * block.padded_rows();
  const Vector mu_reference = hn::Set(kFloats, static_cast<float>(s.mu_reference));
  const Vector offset = hn::Set(kFloats, static_cast<float>(s.offset));
  const Vector factor = hn::Set(kFloats, static_cast<float>(scale / s.weight_sum));
  for (std::size_t j = start; j < end; j += kLanes) {
    const Vector w = hn::Mul(hn::Load(kFloats, weights + j), factor);
    const Vector mu = hn::Sub(hn::Load(kFloats, block.mu + j), mu_reference);
    hn::Store(hn::Mul(w, hn::Sub(mu, offset)), kFloats, c + j - start);
  }
}

/// Adds sum over rows and a tile of queries of c (x - midpoint)^2 for kColumns columns.
template <std::size_t kColumns>
void gradient_tile(const float* HWY_RESTRICT rows, std::size_t panel_stride, std::size_t panels,
                   const float* HWY_RESTRICT midpoint, std::size_t query_stride,
                   const float* HWY_RESTRICT c, std::size_t c_stride,
                   double* HWY_RESTRICT gradient) {
  Vector sum[kColumns];
  Vector middle[kGradientQueries][kColumns];
  for (std::size_t d = 0; d < kColumns; ++d) {
    sum[d] = hn::Zero(kFloats);
    for (std::size_t q = 0; q < kGradientQueries; ++q)
      middle[q][d] = hn::Set(kFloats, midpoint[q * query_stride + d]);
  }
  for (std::size_t panel = 0; panel < panels; ++panel) {
    for (std::size_t lane = 0; lane < kPanelRows; lane += kLanes) {
      Vector weight[kGradientQueries];
      for (std::size_t q = 0; q < kGradientQueries; ++q)
        weight[q] = hn::Load(kFloats, c + q * c_stride + panel * kPanelRows + lane);
      for (std::size_t d = 0; d < kColumns; ++d) {
        const Vector x = hn::Load(kFloats, rows + panel * panel_stride + d * kPanelRows + lane);
        for (std::size_t q = 0; q < kGradientQueries; ++q) {
          const Vector u = hn::Sub(x, middle[q][d]);
          sum[d] = hn::MulAdd(hn::Mul(u, u), weight[q], sum[d]);
        }
      }
    }
  }
  for (std::size_t d = 0; d < kColumns; ++d) gradient[d] += sum_of(sum[d]);
}

void add_gradient(const KernelBlock& block, const Smoothed* smoothed, const double* scale,
                  double* gradient) {
  HWY_ALIGN float c[kBlockQueries * kChunkRows];
  const std::size_t panel_stride = block.columns * kPanelRows;
  for (std::size_t panel = 0; panel < block.panel_count; panel += kChunkPanels) {
    const std::size_t panels = HWY_MIN(kChunkPanels, block.panel_count - panel);
    const std::size_t start = panel * kPanelRows;
    for (std::size_t q = 0; q < kBlockQueries; ++q)
      centred_weights(block, q, smoothed[q], scale[q], start, start + panels * kPanelRows,
                      c + q * kChunkRows);
    for (std::size_t d = 0; d < block.columns;) {
      const std::size_t columns = HWY_MIN(kGradientColumns, block.columns - d);
      for (std::size_t q = 0; q < kBlockQueries; q += kGradientQueries) {
        const float* rows = block.panels + panel * panel_stride + d * kPanelRows;
        const float* midpoint = block.midpoint + q * block.columns + d;
        const auto tile = columns == 4   ? gradient_tile<4>
                          : columns == 3 ? gradient_tile<3>
                          : columns == 2 ? gradient_tile<2>
                                         : gradient_tile<1>;
        tile(rows, panel_stride, panels, midpoint, block.columns, c + q * kChunkRows, kChunkRows,
             gradient + d);
      }
      d += columns;
    }
  }
}

double multiply_adds(std::size_t steps, float* sink) {
  constexpr std::size_t kChains = 12;
  Vector sum[kChains];
  for (std::size_t i = 0; i < kChains; ++i) sum[i] = hn::Set(kFloats, static_cast<float>(i));
  const Vector a = hn::Set(kFloats, 0.999F);
  const Vector b = hn::Set(kFloats, 0.001F);
  for (std::size_t step = 0; step < steps; ++step)
    for (auto& chain : sum) chain = hn::MulAdd(chain, a, b);
  for (std::size_t i = 1; i < kChains; ++i) sum[0] = hn::Add(sum[0], sum[i]);
  *sink = hn::GetLane(sum[0]);
  return 2.0 * kLanes * kChains * static_cast<double>(steps);
}

}  // namespace

SimdLevel level() {
  return {hwy::TargetName(HWY_TARGET), log_weights, normalise, add_gradient, multiply_adds};
}

}  // namespace drfs::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <vector>

namespace drfs {
HWY_EXPORT(level);

std::span<const SimdLevel> simd_levels() {
  static const std::vector<SimdLevel> levels = [] {
    std::vector<SimdLevel> found;
    // A smaller bit is a better instruction set.
    for (std::int64_t bit = 1; bit > 0 && bit <= HWY_SCALAR; bit <<= 1) {
      if ((bit & HWY_TARGETS & hwy::SupportedTargets()) == 0) continue;
      hwy::ChosenTarget target;
      target.Update(bit);
      found.push_back(HWY_DISPATCH_TABLE(level)[target.GetIndex()]());
    }
    return found;
  }();
  return levels;
}

}  // namespace drfs
#endif
