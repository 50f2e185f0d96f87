// Each step of every SIMD level by itself, beside sums in double precision over panels that are
// filled by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "kernel/aligned.hpp"
#include "kernel/layout.hpp"

namespace drfs {
namespace {

/// Random panels and queries; the last rows are padding.
struct Block {
  std::size_t rows, columns;
  AlignedFloats panels, bias, mu, noisy, midpoint, reference, weights;
  KernelBlock block;

  Block(std::size_t row_count, std::size_t column_count) : rows(row_count), columns(column_count) {
    const std::size_t panel_count = panels_for(rows), padded = panel_count * kPanelRows;
    const auto fill = [](AlignedFloats& values, std::size_t size, std::uint32_t what) {
      for (std::uint32_t i = 0; i < size; ++i)
        values.push_back(static_cast<float>(normals(4, Stream::bench, {i, what, 0, 0})[0]));
    };
    fill(panels, padded * columns, 0);
    fill(mu, padded, 1);
    fill(bias, padded, 2);
    fill(noisy, kBlockQueries * columns, 3);
    fill(midpoint, kBlockQueries * columns, 4);
    fill(reference, kBlockQueries * column_chunks(columns), 5);
    for (std::size_t row = rows; row < padded; ++row) bias[row] = kNoWeight;
    weights.assign(kBlockQueries * padded, 0.0F);
    block = {panels.data(), panel_count,     columns,          bias.data(),   mu.data(),
             noisy.data(),  midpoint.data(), reference.data(), weights.data()};
  }
  double x(std::size_t row, std::size_t d) const {
    return panels[(row / kPanelRows * columns + d) * kPanelRows + row % kPanelRows];
  }
  double log_weight(std::size_t query, std::size_t row) const {
    double sum = bias[row];
    for (std::size_t chunk = 0; chunk < column_chunks(columns); ++chunk)
      sum += reference[query * column_chunks(columns) + chunk];
    for (std::size_t d = 0; d < columns; ++d)
      sum -= std::pow(x(row, d) - noisy[query * columns + d], 2);
    return sum;
  }
};

const std::pair<std::size_t, std::size_t> kSizes[] = {{2, 1},  {31, 3},  {32, 4},
                                                      {33, 5}, {600, 2}, {70, 130}};

TEST(SimdSteps, LogWeightsAreSquaredDistancesFromTheReference) {
  for (const auto& level : simd_levels())
    for (const auto& [rows, columns] : kSizes) {
      Block b(rows, columns);
      level.log_weights(b.block);
      for (std::size_t q = 0; q < kBlockQueries; ++q)
        for (std::size_t row = 0; row < rows; ++row)
          ASSERT_NEAR(b.weights[q * b.block.padded_rows() + row], b.log_weight(q, row),
                      2e-6 * (10.0 + 4.0 * static_cast<double>(columns)))
              << level.name << " " << rows << " " << columns;
    }
}

TEST(SimdSteps, NormalisedWeightsArePowersOfTwoWithALargestOfOne) {
  for (const auto& level : simd_levels())
    for (const auto& [rows, columns] : kSizes) {
      Block b(rows, columns);
      level.log_weights(b.block);
      const auto* const logs = b.weights.data() + 3 * b.block.padded_rows();
      const std::vector<double> log2(logs, logs + b.block.padded_rows());
      const double largest = *std::max_element(log2.begin(), log2.end());
      const Smoothed smoothed = level.normalise(b.block, 3);
      double total = 0, sum = 0;
      for (std::size_t row = 0; row < log2.size(); ++row) {
        // The power is promised to 2e-7, of a difference that is rounded to a float.
        const double weight = std::exp2(double{static_cast<float>(log2[row] - largest)});
        EXPECT_NEAR(logs[row], weight, 3e-7 * weight + 1e-30) << level.name;
        total += weight;
        sum += weight * b.mu[row];
      }
      for (std::size_t row = rows; row < log2.size(); ++row) EXPECT_EQ(logs[row], 0.0F);
      EXPECT_NEAR(smoothed.weight_sum, total, 1e-5 * total) << level.name;
      EXPECT_NEAR(smoothed.f(), sum / total, 1e-5) << level.name;
    }
}

TEST(SimdSteps, TheGradientIsAddedToWhatIsThere) {
  for (const auto& level : simd_levels())
    for (const auto& [rows, columns] : kSizes) {
      Block b(rows, columns);
      level.log_weights(b.block);
      std::vector<Smoothed> smoothed;
      std::vector<double> scale, gradient(columns, 5.0), expected(columns, 5.0), size(columns, 1.0);
      for (std::size_t q = 0; q < kBlockQueries; ++q) {
        smoothed.push_back(level.normalise(b.block, q));
        scale.push_back(q % 4 == 3 ? 0.0 : 0.5 - static_cast<double>(q % 3));
        for (std::size_t row = 0; row < rows; ++row)
          for (std::size_t d = 0; d < columns; ++d) {
            const double w = b.weights[q * b.block.padded_rows() + row] / smoothed[q].weight_sum;
            const double u = b.x(row, d) - b.midpoint[q * columns + d];
            const double term = scale[q] * w * (b.mu[row] - smoothed[q].f()) * u * u;
            expected[d] += term;
            size[d] += std::abs(term);
          }
      }
      level.add_gradient(b.block, smoothed.data(), scale.data(), gradient.data());
      for (std::size_t d = 0; d < columns; ++d)
        EXPECT_NEAR(gradient[d], expected[d], 1e-5 * size[d]) << level.name << " " << columns;
    }
}

TEST(Layout, PanelsAndChunksHoldEveryRowAndColumn) {
  for (std::size_t n = 1; n < 300; ++n) {
    EXPECT_GE(panels_for(n) * kPanelRows, n);
    EXPECT_LT((panels_for(n) - 1) * kPanelRows, n);
    EXPECT_GE(column_chunks(n) * kColumnChunk, n);
    EXPECT_LT((column_chunks(n) - 1) * kColumnChunk, n);
  }
  for (std::size_t size = 1; size < 50; ++size)
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(AlignedFloats(size).data()) % 64, 0U);
}

}  // namespace
}  // namespace drfs
