// Tables of Polars, PyArrow, DuckDB and whatever else speaks the Arrow C stream interface.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

namespace drfs::python {

using Names = std::vector<std::string>;

/// The rows and the columns of a stream, as table_of takes them: (rows, [(name, numbers) or (name,
/// codes, levels), …]). Floats in one piece and without gaps stay where they are; other numbers
/// become floats, texts, dictionaries and booleans become codes, and so do whole numbers that are
/// named among the categories. A column that is unused is (name, None), whatever it holds.
nanobind::tuple arrow_columns(const nanobind::capsule& stream, const Names& categories,
                              const Names& unused);

}  // namespace drfs::python
