// The program: finds the command, runs it, and turns errors into messages and exit codes.
#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "commands.hpp"
#include "drfs/core.hpp"
#include "drfs/options.hpp"

namespace {

using drfs::app::Arguments;

constexpr struct {
  const char* name;
  const char* summary;
  int (*run)(const Arguments&);
} kCommands[] = {
    {"select", "choose features", drfs::app::run_select},
    {"curve", "what each budget buys", drfs::app::run_curve_command},
    {"evaluate", "score a given set of features", drfs::app::run_evaluate},
    {"compare", "methods beside each other", drfs::app::run_compare},
    {"reproduce", "the paper's experiments, run again", drfs::app::run_reproduce},
    {"synth", "write a built-in synthetic set", drfs::app::run_synth},
    {"data", "fetch a public data set", drfs::app::run_data},
    {"bench", "time the kernel against the machine's peak", drfs::app::run_bench},
    {"info", "version, build, SIMD levels, threads", drfs::app::run_info},
};

void print_help() {
  fmt::print(
      "drfs {}: chooses the features to collect so that every population is served well\n\n"
      "  drfs select DATA... --target Y --population P --budget K\n\nCommands:\n",
      drfs::version());
  for (const auto& command : kCommands) fmt::print("  {:<9} {}\n", command.name, command.summary);
  fmt::print("\n`drfs COMMAND --help` lists the options of a command.\n");
}

int run(const Arguments& arguments) {
  if (arguments.size() > 1 && arguments[0] == "help") return run({arguments[1], "--help"});
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h" ||
      arguments[0] == "help") {
    print_help();
    return arguments.empty() ? static_cast<int>(drfs::ErrorCode::usage) : 0;
  }
  if (arguments[0] == "--version") {
    fmt::print("drfs {}\n", drfs::version());
    return 0;
  }
  std::vector<std::string> known;
  for (const auto& command : kCommands) {
    if (arguments[0] == command.name) return command.run({arguments.begin() + 1, arguments.end()});
    known.emplace_back(command.name);
  }
  drfs::throw_unknown_name("drfs, command", arguments[0], known);
}

int report(drfs::ErrorCode code, const char* message) {
  fmt::print(stderr, "drfs: error: {}\n", message);
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run({argv + 1, argv + argc});
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    return report(drfs::ErrorCode::resources, "standard output cannot be written to.");
  } catch (const drfs::Error& error) {
    return report(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return report(drfs::ErrorCode::resources,
                  "out of memory. Choose among fewer columns (--features, --drop) or rows.");
  } catch (const std::exception& error) {
    return report(drfs::ErrorCode::internal, error.what());
  }
}
