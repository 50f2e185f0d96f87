#include "table.hpp"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "owned_array.hpp"

namespace drfs::python {
namespace nb = nanobind;
namespace {

using AnyVector = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>;
using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

[[noreturn]] void refuse(const std::string& name, const std::string& problem) {
  throw nb::value_error(fmt::format("column '{}' {}", name, problem).c_str());
}

NumberArray numbers_of(const std::string& name, nb::handle given, std::size_t rows) {
  const auto array = nb::cast<AnyVector>(given);
  const bool doubles = array.dtype() == nb::dtype<double>();
  if (!doubles && array.dtype() != nb::dtype<float>())
    refuse(name, "is no array of float32 or float64");
  if (array.shape(0) != rows)
    refuse(name, fmt::format("has {} rows, the table has {}", array.shape(0), rows));
  return {static_cast<const std::byte*>(array.data()),
          array.stride(0) * static_cast<std::ptrdiff_t>(doubles ? sizeof(double) : sizeof(float)),
          doubles, rows};
}

void read_category(Column& column, nb::handle given, nb::handle levels, std::size_t rows) {
  const auto codes = nb::cast<Codes>(given);
  if (codes.shape(0) != rows)
    refuse(column.name, fmt::format("has {} rows, the table has {}", codes.shape(0), rows));
  column.type = ColumnType::category;
  column.levels = nb::cast<std::vector<std::string>>(levels);
  column.codes.assign(codes.data(), codes.data() + rows);
  for (const std::int32_t code : column.codes)
    if (code < -1 || code >= std::ssize(column.levels))
      refuse(column.name, fmt::format("has the code {} and {} levels", code, column.levels.size()));
}

}  // namespace

Table table_of(const std::string& source, std::size_t rows, const nb::list& columns) {
  Table table;
  table.source = source;
  table.rows = rows;
  for (nb::handle item : columns) {
    const auto parts = nb::cast<nb::tuple>(item);
    Column& column = table.columns.emplace_back();
    column.name = nb::cast<std::string>(parts[0]);
    if (parts.size() == 3)
      read_category(column, parts[1], parts[2], rows);
    else
      column.borrowed = numbers_of(column.name, parts[1], rows);
  }
  return table;
}

nb::dict synthetic_columns(const SynthOptions& options) {
  Table table = make_synthetic(options);
  nb::dict out;
  for (auto& column : table.columns) {
    if (column.type == ColumnType::number) {
      out[column.name.c_str()] = owned_array(std::move(column.numbers));
    } else {
      nb::list texts;
      for (const std::int32_t code : column.codes)
        texts.append(column.levels[static_cast<std::size_t>(code)]);
      out[column.name.c_str()] = texts;
    }
  }
  return out;
}

}  // namespace drfs::python
