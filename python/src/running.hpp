// A call at work: the library runs on a thread of its own without Python's lock, while the calling
// thread listens for Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <string>

#include "drfs/core.hpp"

namespace drfs::python {

/// What Python wants to hear, each a callable or None: progress(stage, done, total, detail) and
/// log(is_warning, message).
struct Listeners {
  nanobind::object progress;
  nanobind::object log;
};

/// Runs the work and returns its text. Ctrl-C asks the work to stop: what it returns then is the
/// result; where it has none, it is KeyboardInterrupt as ever. A listener that raises stops the
/// work, too, and its exception is the call's.
std::string run(const std::function<std::string(const Context&)>& work, int threads,
                const Listeners& listeners);

}  // namespace drfs::python
