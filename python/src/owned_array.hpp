// Vectors that become arrays of Python's, without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace drfs::python {

/// One that frees the values when Python is done with them.
template <class T>
nanobind::capsule keeper(std::vector<T>* values) {
  return nanobind::capsule(values,
                           [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
}

template <class T>
nanobind::object owned_array(std::vector<T> values) {
  namespace nb = nanobind;
  auto* kept = new std::vector<T>(std::move(values));
  return nb::cast(
      nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, keeper(kept)));
}

/// Column by column.
template <class T>
nanobind::object owned_matrix(std::vector<T> values, std::size_t rows, std::size_t columns) {
  namespace nb = nanobind;
  auto* kept = new std::vector<T>(std::move(values));
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<2>, nb::f_contig>(
      kept->data(), {rows, columns}, keeper(kept), {1, static_cast<std::int64_t>(rows)}));
}

}  // namespace drfs::python
