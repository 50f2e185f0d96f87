// Tables of Polars, PyArrow, DuckDB and whatever else speaks the Arrow C stream interface.
#pragma once

#include <nanobind/nanobind.h>

namespace drfs::python {

/// The rows and the columns of a stream, as table_of takes them: (rows, [(name, numbers) or (name,
/// codes, levels), …]). Floats in one piece and without gaps stay where they are; other numbers
/// become floats, texts, dictionaries and booleans become codes.
nanobind::tuple arrow_columns(const nanobind::capsule& stream);

}  // namespace drfs::python
