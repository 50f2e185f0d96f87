// A table of Python's arrays, read where they lie.
#pragma once

#include <nanobind/nanobind.h>

#include "drfs/data.hpp"

namespace drfs::python {

/// Each column is a tuple: (name, numbers) with an array of float32 or float64, any distance apart,
/// or (name, codes, levels) with an array of int32, -1 where a value is missing, and texts. The
/// arrays of numbers must outlive the table.
Table table_of(const std::string& source, std::size_t rows, const nanobind::list& columns);

/// One of the paper's sets: a dictionary of columns, numbers as arrays, categories as lists.
nanobind::dict synthetic_columns(const SynthOptions&);

}  // namespace drfs::python
