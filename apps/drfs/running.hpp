// A command at work: threads, progress and remarks on standard error, Ctrl-C.
#pragma once

#include <fmt/format.h>

#include "command_line.hpp"
#include "drfs/compare.hpp"
#include "terminal.hpp"

namespace drfs::app {

struct Running {
  ProgressPrinter printer;
  Context context;

  explicit Running(const CommonOptions& common) : printer(common.quiet) {
    context.threads = thread_count(common);
    context.on_progress = [this](const Progress& p) { printer.show(p); };
    context.on_log = [this](Severity s, std::string_view text) { printer.remark(s, text); };
    context.stop = &stop_flag();
    catch_interrupts();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
};

/// The exit code of a comparison. Says what is finished where it was interrupted.
inline int end_of(const Trials& trials, const std::string& out, Running& running) {
  if (!trials.interrupted()) return 0;
  running.printer.remark(
      Severity::warning,
      fmt::format("interrupted: {} of {} trials are finished{}", trials.finished.size(),
                  trials.wanted,
                  out.empty() ? "; with --out DIR they would have been kept"
                              : ", kept in " + out + "; the same command goes on from there"));
  return static_cast<int>(ErrorCode::interrupted);
}

}  // namespace drfs::app
