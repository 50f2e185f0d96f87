// Times the kernel next to the machine's own peak: each repeat measures both, one after the
// other, so that a slow moment of a shared machine slows both.
#include <memory>
#include <random>

#include "bench.hpp"
#include "drfs/kernel.hpp"

namespace drfs::app {
namespace {

constexpr double kPeakSeconds = 0.15;

struct BenchPopulation {
  Matrix x;
  std::vector<float> mu, weight;
};

/// Any numbers will do: only the time is reported.
BenchPopulation standard_normal_rows(std::mt19937& random, std::size_t rows, std::size_t columns) {
  std::normal_distribution<float> normal;
  BenchPopulation out{Matrix(rows, columns), {}, std::vector<float>(rows, 1.0F)};
  for (std::size_t d = 0; d < columns; ++d)
    for (std::size_t j = 0; j < rows; ++j) out.x(j, d) = normal(random);
  for (std::size_t j = 0; j < rows; ++j) out.mu.push_back(out.x(j, 0));
  return out;
}

}  // namespace

void describe(KernelBenchOptions& o, OptionVisitor& v) {
  v.option("rows", o.rows, "Rows of a population; one query per row");
  v.option("features", o.features, "Columns");
  v.option("populations", o.populations, "Populations, one after the other");
  v.option("repeats", o.repeats, "Timed runs; the median counts");
  v.option("backend", o.backend, "Kernel: auto, or a SIMD level that `drfs info` lists");
}

KernelBench bench_kernel(const KernelBenchOptions& options, const Context& context) {
  require_option(options.rows >= 2, "rows", options.rows, "a whole number of at least 2");
  require_option(options.features >= 1, "features", options.features, "at least 1");
  require_option(options.populations >= 1, "populations", options.populations, "at least 1");
  require_option(options.repeats >= 1, "repeats", options.repeats, "at least 1");
  const auto rows = static_cast<std::size_t>(options.rows);
  const auto columns = static_cast<std::size_t>(options.features);

  KernelBench bench;
  bench.backend = resolve_backend(options.backend);
  if (bench.backend == kernel_backends().back())
    throw Error(ErrorCode::usage, {"option --backend", bench.backend, "has no peak to compare with",
                                   "Give auto or a SIMD level"});
  std::mt19937 random;
  std::vector<BenchPopulation> populations;
  std::vector<std::unique_ptr<Smoother>> smoothers;
  for (int p = 0; p < options.populations; ++p) {
    const auto id = static_cast<std::uint32_t>(p);
    populations.push_back(standard_normal_rows(random, rows, columns));
    const auto& here = populations.back();
    smoothers.push_back(
        make_smoother({here.x.view(), here.mu, here.weight}, {0, id}, {bench.backend, 0}));
  }
  const std::vector<double> alpha(columns, 1.0);
  std::vector<Query> queries;
  for (std::uint32_t row = 0; row < rows; ++row) queries.push_back({row, 0});

  const double pairs = static_cast<double>(rows) * static_cast<double>(rows) * options.populations;
  const double operations = pairs * (6.0 * static_cast<double>(columns) + 20.0);
  std::vector<double> seconds, peaks, shares;
  for (int repeat = 0; repeat < options.repeats; ++repeat) {
    peaks.push_back(multiply_add_peak(bench.backend, kPeakSeconds, context));
    seconds.push_back(seconds_of([&] {
      const auto score = [](std::size_t, double f) { return Score{f * f, 2 * f}; };
      for (const auto& smoother : smoothers)
        smoother->sum_scores({alpha, queries, false, true}, score, context);
    }));
    shares.push_back(operations / seconds.back() / peaks.back());
    context.progress(
        {"bench", static_cast<double>(repeat + 1), static_cast<double>(options.repeats), ""});
  }
  bench.seconds = median(seconds);
  bench.pairs_per_second = pairs / bench.seconds;
  bench.flops = operations / bench.seconds;
  bench.peak_flops = median(peaks);
  bench.peak_share = median(shares);
  return bench;
}

}  // namespace drfs::app
