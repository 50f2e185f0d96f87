// The commands that Python can call: select, curve, evaluate and compare.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "running.hpp"

namespace drfs::python {

/// What a call is given, as Python has it.
struct Given {
  nanobind::object table;  ///< (source, rows, columns) or None: then options["data"] says what
  nanobind::dict options;
  nanobind::object mean_adapter;
};

/// The result is (JSON, text), as the command of that name prints them.
struct Command {
  const char* name;
  nanobind::tuple (*run)(const Given&, int threads, const Listeners&);
};

nanobind::tuple run_select(const Given&, int threads, const Listeners&);
nanobind::tuple run_curve(const Given&, int threads, const Listeners&);
nanobind::tuple run_evaluate(const Given&, int threads, const Listeners&);
nanobind::tuple run_compare(const Given&, int threads, const Listeners&);

inline constexpr Command kCommands[] = {{"select", run_select},
                                        {"curve", run_curve},
                                        {"evaluate", run_evaluate},
                                        {"compare", run_compare}};

/// Every option of a command, as list_options gives it.
nanobind::list options_of(const std::string& command);

}  // namespace drfs::python
