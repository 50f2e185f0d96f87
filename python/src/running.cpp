#include "running.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace drfs::python {
namespace nb = nanobind;
namespace {

using namespace std::chrono_literals;

/// Read and written with Python's lock only.
struct Raised {
  std::optional<nb::python_error> first;

  void keep(nb::python_error& error) {
    if (!first) first.emplace(std::move(error));
  }
};

/// Of the call that is running on this thread of work or one of its helpers.
struct Call {
  std::atomic<bool> stop{false};
  Raised raised;
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::string text;
  std::exception_ptr error;
};

void tell(Call& call, const std::function<void()>& say) {
  const nb::gil_scoped_acquire lock;
  try {
    say();
  } catch (nb::python_error& error) {
    call.raised.keep(error);
    call.stop = true;
  }
}

Context context_of(Call& call, int threads, const Listeners& listeners) {
  Context context;
  context.threads = threads;
  context.stop = &call.stop;
  if (!listeners.progress.is_none())
    context.on_progress = [&](const Progress& p) {
      tell(call, [&] { listeners.progress(p.stage, p.done, p.total, p.detail); });
    };
  if (!listeners.log.is_none())
    context.on_log = [&](Severity severity, std::string_view message) {
      tell(call, [&] { listeners.log(severity == Severity::warning, message); });
    };
  return context;
}

/// Returns when the work has ended; signals are looked for in between.
void wait_for(Call& call) {
  std::unique_lock lock(call.mutex);
  while (!call.ended.wait_for(lock, 50ms, [&] { return call.done; })) {
    lock.unlock();
    {
      const nb::gil_scoped_acquire python;
      if (PyErr_CheckSignals() != 0) {
        nb::python_error error;
        call.stop = true;
        // The work's best answer is what Ctrl-C is for; only another handler's exception goes on.
        if (!error.matches(PyExc_KeyboardInterrupt)) call.raised.keep(error);
      }
    }
    lock.lock();
  }
}

}  // namespace

std::string run(const std::function<std::string(const Context&)>& work, int threads,
                const Listeners& listeners) {
  Call call;
  const Context context = context_of(call, threads, listeners);
  {
    const nb::gil_scoped_release released;
    std::thread worker([&] {
      try {
        call.text = work(context);
      } catch (...) {
        call.error = std::current_exception();
      }
      const std::scoped_lock lock(call.mutex);
      call.done = true;
      call.ended.notify_one();
    });
    wait_for(call);
    worker.join();
  }
  if (call.raised.first) {
    call.error = nullptr;
    throw std::move(*call.raised.first);
  }
  if (call.error) std::rethrow_exception(call.error);
  return call.text;
}

}  // namespace drfs::python
