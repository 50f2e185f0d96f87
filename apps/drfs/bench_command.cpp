// drfs bench: reads what to time, prints what it took.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench.hpp"
#include "command_line.hpp"
#include "running.hpp"

namespace drfs::app {
namespace {

using Json = nlohmann::ordered_json;

/// Reads the options of one benchmark; a value where there is nothing left to do.
template <class Options>
std::optional<int> read_bench_options(const Arguments& arguments, const char* help,
                                      Options& options, CommonOptions& common) {
  CLI::App app(help, "drfs bench");
  std::string what;
  app.add_option("WHAT", what, "kernel or select");
  add_options(app, [&](OptionVisitor& v) {
    describe(options, v);
    describe(common, v);
  });
  return parse(app, arguments);
}

std::string json_text(const Json& json) {
  return json.dump(2) + "\n";
}

std::string json_of(const KernelBench& bench, const KernelBenchOptions& options,
                    const Context& context) {
  return json_text({{"schema", "drfs.bench/1"},
                    {"bench", "kernel"},
                    {"rows", options.rows},
                    {"features", options.features},
                    {"populations", options.populations},
                    {"repeats", options.repeats},
                    {"threads", context.threads},
                    {"backend", bench.backend},
                    {"seconds", bench.seconds},
                    {"pairs_per_second", bench.pairs_per_second},
                    {"gflops", bench.flops / 1e9},
                    {"peak_gflops", bench.peak_flops / 1e9},
                    {"peak_share", bench.peak_share}});
}

std::string json_of(const SelectBench& bench, const SelectBenchOptions& options,
                    const Context& context) {
  return json_text({{"schema", "drfs.bench/1"},
                    {"bench", "select"},
                    {"rows", options.rows},
                    {"features", options.features},
                    {"populations", options.populations},
                    {"budget", options.budget},
                    {"repeats", options.repeats},
                    {"threads", context.threads},
                    {"backend", bench.backend},
                    {"seconds", bench.total},
                    {"means", bench.means},
                    {"relax", bench.relax},
                    {"refine", bench.refine},
                    {"evaluate", bench.evaluate},
                    {"pairs_per_second", bench.pairs_per_second}});
}

int run_bench_kernel(const Arguments& arguments) {
  KernelBenchOptions options;
  CommonOptions common;
  if (auto done = read_bench_options(
          arguments,
          "kernel: times value and gradient against the machine's multiply-add peak.\n"
          "select: times a whole selection (drfs bench select --help).",
          options, common))
    return *done;
  Running command(common);
  const KernelBench bench = bench_kernel(options, command.context);
  command.printer.finish();
  if (common.json) {
    fmt::print("{}", json_of(bench, options, command.context));
    return 0;
  }
  fmt::print(
      "kernel, {} rows × {} features × {} populations, {} threads, {}\n"
      "  {:.4f} s for value and gradient, {:.3g} pairs/s\n"
      "  {:.1f} GFLOP/s of a measured peak of {:.1f}: {:.0f} %\n",
      options.rows, options.features, options.populations, command.context.threads, bench.backend,
      bench.seconds, bench.pairs_per_second, bench.flops / 1e9, bench.peak_flops / 1e9,
      100 * bench.peak_share);
  return 0;
}

int run_bench_select(const Arguments& arguments) {
  SelectBenchOptions options;
  CommonOptions common;
  if (auto done = read_bench_options(
          arguments, "select: times a whole selection on a table like the first synthetic set.",
          options, common))
    return *done;
  Running command(common);
  const SelectBench bench = bench_select(options, command.context);
  command.printer.finish();
  if (common.json) {
    fmt::print("{}", json_of(bench, options, command.context));
    return 0;
  }
  fmt::print(
      "select, {} rows × {} features × {} populations, budget {}, {} threads, {}\n"
      "  {:.2f} s in all: means {:.2f}, relaxation {:.2f}, search {:.2f}, scoring {:.2f}\n",
      options.rows, options.features, options.populations, options.budget, command.context.threads,
      bench.backend, bench.total, bench.means, bench.relax, bench.refine, bench.evaluate);
  return 0;
}

}  // namespace

int run_bench(const Arguments& arguments) {
  const bool named = !arguments.empty() && !arguments.front().starts_with('-');
  const std::string what = named ? arguments.front() : "kernel";
  if (what == "kernel") return run_bench_kernel(arguments);
  if (what == "select") return run_bench_select(arguments);
  throw_unknown_name("drfs bench", what, {"kernel", "select"});
}

}  // namespace drfs::app
