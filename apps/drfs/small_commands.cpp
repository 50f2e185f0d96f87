// drfs synth, drfs info: little more than a call of the library each.
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
