// The folder that a run leaves: enough to read it, to repeat it and to check it.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/checksum.hpp"
#include "core/whole_file.hpp"
#include "drfs/methods.hpp"
#include "drfs/report.hpp"
#include "report/option_values.hpp"

namespace drfs {
namespace {

namespace fs = std::filesystem;

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

nlohmann::ordered_json file_json(const std::string& data) {
  nlohmann::ordered_json input = {{"data", data}};
  if (!fs::is_regular_file(data)) return input;
  input["path"] = fs::absolute(data).lexically_normal().string();
  input["bytes"] = fs::file_size(data);
  input["sha256"] = sha256_of_file(data);
  return input;
}

/// One file is the input itself; several are listed.
nlohmann::ordered_json input_json(const OneOrMore& data) {
  if (data.all.size() == 1) return file_json(data.all[0]);
  nlohmann::ordered_json input = {{"data", data.all}, {"files", nlohmann::ordered_json::array()}};
  for (const auto& file : data.all) input["files"].push_back(file_json(file));
  return input;
}

std::string manifest_json(const RunResult& result, const RunOptions& options,
                          const Context& context) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const nlohmann::ordered_json json = {
      {"schema", "drfs.manifest/1"},
      {"version", version()},
      {"input", input_json(options.data)},
      {"seed", options.select.seed},
      {"host", host_name()},
      {"threads", context.threads},
      {"backend", resolve_backend(settings_of(options.select).kernel.backend)},
      {"finished", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now))},
      {"seconds", result.total_seconds}};
  return json_text(json);
}

Error cannot_keep(const std::string& folder, const std::string& why) {
  return {ErrorCode::resources,
          {folder, "", "cannot be written: " + why, "Give --out a folder that you may write to"}};
}

}  // namespace

void prepare_record(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder))
    throw cannot_keep(folder, error ? error.message() : "it is not a folder");
  if (access(folder.c_str(), W_OK) != 0) throw cannot_keep(folder, std::strerror(errno));
}

void write_record(const std::string& folder, const RunResult& result, const RunOptions& options,
                  const DescribeAll& describe_all, const Context& context) {
  const fs::path place(folder);
  write_file(place / "selection.json", selection_json(result, options, describe_all));
  write_file(place / "trace.csv", trace_csv(result));
  write_file(place / "options.toml", options_toml(describe_all));
  write_file(place / "manifest.json", manifest_json(result, options, context));
  write_file(place / "report.html", selection_html(result, options, describe_all));
}

}  // namespace drfs
