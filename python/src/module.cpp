// The Python module drfs._core: tables, options and listeners go to the library, its JSON comes
// back. What a person sees is in the package drfs around it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <thread>

#include "arrow.hpp"
#include "commands.hpp"
#include "drfs/report.hpp"
#include "table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace drfs::python {
namespace {

/// The exceptions that people catch are Python's own: drfs.errors has them.
void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    nb::object exception = nb::module_::import_("drfs.errors")
                               .attr("exception_of")(static_cast<int>(error.code()), error.what());
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
  }
}

int available_threads() {
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace
}  // namespace drfs::python

NB_MODULE(_core, m) {
  using namespace drfs::python;
  nb::register_exception_translator(translate);
  m.attr("__version__") = std::string(drfs::version());
  for (const auto& command : kCommands) {
    m.def(
        command.name,
        [&command](const nb::object& table, const nb::dict& options, int threads,
                   const nb::object& progress, const nb::object& log,
                   const nb::object& mean_adapter) {
          return command.run({table, options, mean_adapter}, threads, {progress, log});
        },
        "table"_a.none(), "options"_a, "threads"_a, "progress"_a.none(), "log"_a.none(),
        "mean_adapter"_a.none());
  }
  m.def("options_of", &options_of, "command"_a);
  m.def("arrow_columns", &arrow_columns, "stream"_a, "categories"_a, "unused"_a);
  m.def("available_threads", &available_threads);
  m.def(
      "info", [](int threads) { return drfs::info_json(threads); }, "threads"_a);
  m.def(
      "synthetic",
      [](int set, std::uint64_t rows, int features, std::uint64_t seed) {
        return synthetic_columns({set, rows, features, seed});
      },
      "set"_a, "rows"_a, "features"_a, "seed"_a);
}
