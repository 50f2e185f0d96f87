// drfs data get: fetches a public data set.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_line.hpp"
#include "drfs/public_data.hpp"
#include "running.hpp"

namespace drfs::app {
namespace {

struct GetCommand {
  std::string what;
  std::string name;
  GetDataOptions options;
  CommonOptions common;
};

std::optional<int> read_into(GetCommand& command, const Arguments& arguments) {
  CLI::App app("Fetches a public data set from its provider and checks it.", "drfs data");
  app.add_option("WHAT", command.what, "get")->required();
  app.add_option("NAME", command.name, fmt::format("{}", fmt::join(public_data_names(), " or ")))
      ->required();
  add_options(app, [&](OptionVisitor& v) {
    describe(command.options, v);
    v.option("quiet", command.common.quiet, "No progress and no remarks");
  });
  return parse(app, arguments);
}

}  // namespace

int run_data(const Arguments& arguments) {
  if (!arguments.empty() && !arguments.front().starts_with('-') && arguments.front() != "get")
    throw_unknown_name("drfs data", arguments.front(), {"get"});
  GetCommand command;
  if (auto done = read_into(command, arguments)) return *done;
  Running running(command.common);
  const auto files = get_public_data(command.name, command.options, running.context);
  running.printer.finish();
  for (const auto& file : files)
    fmt::print("{}  {}\n  SHA-256 {}\n", file.path,
               file.already_there ? "already there" : "fetched", file.sha256);
  return 0;
}

}  // namespace drfs::app
