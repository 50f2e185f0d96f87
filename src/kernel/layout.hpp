// How rows lie in memory for the SIMD kernels: panels of 32 rows, a panel's columns one
// after the other, so that both passes read memory in order whatever the vector length.
#pragma once

#include <cstddef>
#include <span>

namespace drfs {

inline constexpr std::size_t kPanelRows = 32;
/// Queries that one call of a kernel works on; also the unit of work of a thread.
inline constexpr std::size_t kBlockQueries = 16;
/// Columns summed in single precision before a partial sum is set against its reference.
inline constexpr std::size_t kColumnChunk = 128;
/// Panels whose weights stay in the first-level cache during the gradient pass.
inline constexpr std::size_t kChunkPanels = 16;
/// Log-weight of a row that does not count; finite, so that differences stay finite.
inline constexpr float kNoWeight = -1e30F;

constexpr std::size_t panels_for(std::size_t rows) {
  return (rows + kPanelRows - 1) / kPanelRows;
}
constexpr std::size_t column_chunks(std::size_t columns) {
  return (columns + kColumnChunk - 1) / kColumnChunk;
}

/// Scaled rows and their queries. All lengths are whole panels and whole query blocks.
struct KernelBlock {
  // rows
  const float* panels = nullptr;  ///< (panel * columns + column) * kPanelRows + lane
  std::size_t panel_count = 0;
  std::size_t columns = 0;
  const float* bias = nullptr;  ///< log2 of the row weight, kNoWeight for padding
  const float* mu = nullptr;
  // queries, kBlockQueries of them
  const float* noisy = nullptr;      ///< query * columns + column: s, scaled
  const float* midpoint = nullptr;   ///< likewise: halfway between the row and s
  const float* reference = nullptr;  ///< query * chunks + chunk: the own row's distance
  // scratch
  float* weights = nullptr;  ///< query * rows (padded) + row: log-weights, then weights

  std::size_t padded_rows() const { return panel_count * kPanelRows; }
};

/// A query's normaliser and smoothed mean f = mu_reference + offset. The reference is mu of the
/// heaviest row: where that row has nearly all the weight, mu - f keeps its leading digits.
struct Smoothed {
  double weight_sum = 1;
  double mu_reference = 0;
  double offset = 0;

  double f() const { return mu_reference + offset; }
};

/// The three steps of a SIMD level; docs/method.md, equations (8) to (11).
struct SimdLevel {
  const char* name;
  /// (8) base-2 log-weights of all rows for all queries of the block.
  void (*log_weights)(const KernelBlock&);
  /// (9) turns one query's log-weights into weights, the largest of them 1.
  Smoothed (*normalise)(const KernelBlock&, std::size_t query);
  /// (10, 11) adds the sum over queries of scale * d f / d log(alpha), per column.
  void (*add_gradient)(const KernelBlock&, const Smoothed*, const double* scale, double* gradient);
  /// Runs `steps` rounds of independent multiply-adds; returns operations done.
  double (*multiply_adds)(std::size_t steps, float* sink);
};

/// The compiled levels that this machine can run, best first.
std::span<const SimdLevel> simd_levels();

}  // namespace drfs
