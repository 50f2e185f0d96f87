// drfs synth, drfs bench, drfs info: little more than a call of the library each.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_line.hpp"
#include "drfs/methods.hpp"
#include "drfs/report.hpp"
#include "running.hpp"

namespace drfs::app {

int run_synth(const Arguments& arguments) {
  CLI::App app("Writes a built-in synthetic set as CSV.", "drfs synth");
  SynthOptions options;
  std::string set, path;
  app.add_option("SET", set, "1, 2 or 3, as in the paper")->required();
  add_options(app, [&](OptionVisitor& v) {
    v.option("rows", options.rows, "Rows; 0 = as many as in the paper");
    v.option("features", options.features, "Features; 0 = as many as in the paper");
    v.option("seed", options.seed, "Seed");
  });
  app.add_option("-o,--output", path, "CSV file to write")->required();
  if (auto done = parse(app, arguments)) return *done;
  options.set = parse_synthetic("synth:" + set).set;
  write_csv(make_synthetic(options), path);
  return 0;
}

namespace {

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
    fmt::print("{}", bench_json(bench, options, command.context));
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
    fmt::print("{}", bench_json(bench, options, command.context));
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

int run_info(const Arguments& arguments) {
  CLI::App app("Shows version, build, SIMD levels and threads.", "drfs info");
  CommonOptions common;
  bool options_page = false;
  add_options(app, [&](OptionVisitor& v) { describe(common, v); });
  app.add_flag("--options", options_page, "Print the reference page of the options of select");
  if (auto done = parse(app, arguments)) return *done;
  if (options_page) {
    RunOptions run;
    fmt::print("{}", options_markdown([&](OptionVisitor& v) { describe(run, v); }));
    return 0;
  }
  if (common.json) {
    fmt::print("{}", info_json(thread_count(common)));
    return 0;
  }
  fmt::print("drfs {}, {}\nkernels   {}\nthreads   {}\nmethods   {}\npresets   {}\nmodels    {}\n",
             version(), build_description(), fmt::join(kernel_backends(), ", "),
             thread_count(common), fmt::join(method_names(), ", "), fmt::join(preset_names(), ", "),
             fmt::join(model_names(), ", "));
  return 0;
}

}  // namespace drfs::app
