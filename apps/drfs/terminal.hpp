// What a person sees while a command runs: a bar on a terminal, plain lines elsewhere, all on
// standard error; and Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "drfs/core.hpp"

namespace drfs::app {

/// Prints progress and remarks.
class ProgressPrinter {
 public:
  explicit ProgressPrinter(bool quiet);
  ~ProgressPrinter();

  void show(const Progress&);
  /// Takes the bar away: what follows is the result.
  void finish();
  void remark(Severity, std::string_view);

 private:
  using Clock = std::chrono::steady_clock;
  void draw_bar(const Progress&, double seconds);
  void print_line(const Progress&, double seconds);

  bool quiet_;
  bool terminal_;
  bool bar_drawn_ = false;
  std::string stage_;
  Clock::time_point stage_start_{};
  Clock::time_point last_shown_{};
};

/// Set by Ctrl-C or a request to end; a second Ctrl-C ends the program at once.
const std::atomic<bool>& stop_flag();
void catch_interrupts();

}  // namespace drfs::app
