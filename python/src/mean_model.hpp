// A model of Python's in the place of the library's own, for the conditional means.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>

#include "drfs/models.hpp"

namespace drfs::python {

/// `adapter(classes)` makes an object with fit(x, y, weight), predict(x) and importance(), where
/// classes is 0 for a regression. It is called with Python's lock, from any thread.
std::function<std::unique_ptr<Model>(Task)> mean_model(const nanobind::object& adapter);

}  // namespace drfs::python
