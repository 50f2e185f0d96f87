// Options between Python and the library: keyword arguments in, the list of what there is out.
#pragma once

#include <nanobind/nanobind.h>

#include "drfs/options.hpp"

namespace drfs::python {

/// Sets the options that the dictionary names, "budget_cost" standing for --budget-cost. A name
/// that is not known or a value of another type is a TypeError.
void set_options(const nanobind::dict& values, const DescribeAll& describe_all);

/// A dictionary for every option: group, name, kind, default, choices, help.
nanobind::list list_options(const DescribeAll& describe_all);

}  // namespace drfs::python
