#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>

namespace drfs::app {
namespace {

using namespace std::chrono_literals;

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

extern "C" void request_stop(int signal) {
  stop_requested.store(true);
  std::signal(signal, SIG_DFL);
}

std::string duration(double seconds) {
  const auto whole = std::lround(seconds);
  if (whole >= 3600)
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::size_t terminal_width() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : 80;
}

std::string time_left(const Progress& p, double seconds) {
  if (p.total <= 0 || p.done <= 0 || seconds < 0.5) return "";
  return duration(seconds * (p.total - p.done) / p.done) + " left";
}

}  // namespace

const std::atomic<bool>& stop_flag() {
  return stop_requested;
}

void catch_interrupts() {
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
}

ProgressPrinter::ProgressPrinter(bool quiet)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressPrinter::~ProgressPrinter() {
  finish();
}

void ProgressPrinter::show(const Progress& progress) {
  if (quiet_) return;
  const auto now = Clock::now();
  const bool new_stage = progress.stage != stage_;
  if (new_stage) {
    stage_ = progress.stage;
    stage_start_ = last_shown_ = now;
  }
  const bool ended = progress.total > 0 && progress.done >= progress.total;
  const double seconds = std::chrono::duration<double>(now - stage_start_).count();
  if (terminal_) {
    if (!new_stage && !ended && now - last_shown_ < 100ms) return;
    draw_bar(progress, seconds);
  } else {
    // A stage that was over at once needs no line.
    if (ended ? seconds < 2 : now - last_shown_ < 10s) return;
    print_line(progress, seconds);
  }
  last_shown_ = now;
}

void ProgressPrinter::draw_bar(const Progress& p, double seconds) {
  constexpr int kWidth = 24;
  const double share = p.total > 0 ? p.done / p.total : 0;
  const int filled = static_cast<int>(share * kWidth);
  const std::string line =
      fmt::format("{:<9} [{:#<{}}{:.<{}}] {:3.0f} %  {}  {}", p.stage, "", filled, "",
                  kWidth - filled, 100 * share, time_left(p, seconds), p.detail);
  // A longer line would wrap, and the next one could not overwrite it.
  fmt::print(stderr, "\r\033[K{}", line.substr(0, terminal_width() - 1));
  std::fflush(stderr);
  bar_drawn_ = true;
}

void ProgressPrinter::print_line(const Progress& p, double seconds) {
  const double share = p.total > 0 ? 100 * p.done / p.total : 0;
  fmt::print(stderr, "drfs: {} {:.0f} % after {}  {}  {}\n", p.stage, share, duration(seconds),
             share < 100 ? time_left(p, seconds) : "", p.detail);
}

void ProgressPrinter::finish() {
  if (!bar_drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  bar_drawn_ = false;
}

void ProgressPrinter::remark(Severity severity, std::string_view message) {
  if (quiet_) return;
  finish();
  fmt::print(stderr, "drfs: {}{}\n", severity == Severity::warning ? "warning: " : "", message);
}

}  // namespace drfs::app
