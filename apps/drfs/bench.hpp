// What `drfs bench` times: the kernel beside the machine's peak, and a whole selection.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "drfs/options.hpp"

namespace drfs::app {

/// One timed setting of the kernel: value and gradient for one query per row.
struct KernelBenchOptions {
  int rows = 8640;      ///< rows of a population
  int features = 15;    ///< columns
  int populations = 1;  ///< populations, one after the other
  int repeats = 7;      ///< timed runs; the median counts
  std::string backend = "auto";
};
void describe(KernelBenchOptions&, OptionVisitor&);

struct KernelBench {
  std::string backend;
  double seconds = 0;           ///< median over the repeats, all populations
  double pairs_per_second = 0;  ///< query-row pairs
  double peak_flops = 0;        ///< a bare multiply-add loop, measured between the repeats
  double flops = 0;             ///< 6 m + 20 a pair
  double peak_share = 0;        ///< median of the repeats' own ratios
};

KernelBench bench_kernel(const KernelBenchOptions&, const Context&);

/// A whole selection, timed on tables like the first synthetic set.
struct SelectBenchOptions {
  int rows = 36000;     ///< rows in all
  int features = 15;    ///< columns, of which eleven matter
  int populations = 3;  ///< populations; beyond three they are like the first three in turn
  int budget = 5;       ///< features to choose
  int repeats = 3;      ///< timed runs; the median counts
};
void describe(SelectBenchOptions&, OptionVisitor&);

/// Medians over the repeats, in seconds.
struct SelectBench {
  std::string backend;
  double means = 0, relax = 0, refine = 0, evaluate = 0, total = 0;
  double pairs_per_second = 0;  ///< of queries and rows, in the relaxation
};

SelectBench bench_select(const SelectBenchOptions&, const Context&);

/// Seconds that the action takes.
template <class Action>
double seconds_of(Action action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The upper one of the two in the middle where there are two.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace drfs::app
