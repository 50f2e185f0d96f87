// A command at work: threads, progress and remarks on standard error, Ctrl-C.
#pragma once

#include "command_line.hpp"
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

}  // namespace drfs::app
