// From described options to CLI11 and back. All wrong uses become drfs::Error(usage).
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "commands.hpp"
#include "drfs/data.hpp"
#include "drfs/methods.hpp"
#include "drfs/options.hpp"

namespace drfs::app {

/// How a command is carried out and where its result goes; common to the commands.
struct CommonOptions {
  int threads = 0;     ///< 0: one per core
  bool json = false;   ///< the result as JSON on standard output, and nothing else there
  bool quiet = false;  ///< no progress, no remarks
};
void describe(CommonOptions&, OptionVisitor&);

/// Threads to use: as asked for, or one per core.
int thread_count(const CommonOptions&);

/// "drfs COMMAND: thing. Remedy".
Error missing(std::string_view command, std::string thing, std::string remedy);

/// Refuses a command that was not told its table, its target or its populations.
void require_data(std::string_view command, const OneOrMore& data, const DatasetOptions&);

/// Adds an option "--name" for everything that is described; "data" is positional as well.
void add_options(CLI::App&, const DescribeAll&);

/// Whether the option was given on the command line.
bool was_given(const CLI::App&, std::string_view name);

/// Refuses options on the command line that have no part in what the method does.
void refuse_ignored(const CLI::App&, const SelectOptions&);

/// Adds the options and --config, parses, and takes from the configuration file what the command
/// line leaves open. An exit code where there is nothing more to do.
std::optional<int> read_options(CLI::App&, const DescribeAll&, const Arguments&);

/// Parses. An exit code where there is nothing more to do (--help).
std::optional<int> parse(CLI::App&, const Arguments&);

}  // namespace drfs::app
