#include "arrow.hpp"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "arrow_abi.hpp"
#include "owned_array.hpp"

namespace drfs::python {
namespace nb = nanobind;
namespace {

/// Arrow's structs are released by a call of their own.
template <class Arrow>
struct Released {
  Arrow value{};
  Released() = default;
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;
  ~Released() {
    if (value.release != nullptr) value.release(&value);
  }
};

using Batch = Released<ArrowArray>;
using Batches = std::vector<std::unique_ptr<Batch>>;

/// One column of one batch; row i of the batch is element first + i.
struct Piece {
  const ArrowArray* array;
  std::int64_t first;
  std::int64_t rows;

  template <class T>
  const T* buffer(int index) const {
    return static_cast<const T*>(array->buffers[index]);
  }
  bool is_null(std::int64_t i) const {
    const auto* bits = buffer<std::uint8_t>(0);
    if (array->null_count == 0 || bits == nullptr) return false;
    const std::int64_t at = first + i;
    return (bits[at / 8] >> (at % 8) & 1) == 0;
  }
  bool has_nulls() const {
    for (std::int64_t i = 0; i < rows; ++i)
      if (is_null(i)) return true;
    return false;
  }
};

struct ArrowColumn {
  std::string name;
  const ArrowSchema* schema;
  std::vector<Piece> pieces;
  std::size_t rows = 0;
};

[[noreturn]] void refuse(const ArrowColumn& column, std::string_view what) {
  throw nb::value_error(
      fmt::format("column '{}' holds {}. Turn it into numbers or texts first", column.name, what)
          .c_str());
}

// ---- numbers

template <class T>
double number_at(const Piece& piece, std::int64_t i) {
  return static_cast<double>(piece.buffer<T>(1)[piece.first + i]);
}

template <class T>
std::int64_t whole_number_at(const Piece& piece, std::int64_t i) {
  return static_cast<std::int64_t>(piece.buffer<T>(1)[piece.first + i]);
}

using WholeNumberAt = std::int64_t (*)(const Piece&, std::int64_t);

/// By Arrow's letter for the type; null where it is no whole number.
WholeNumberAt whole_reader_of(char format) {
  switch (format) {
    case 'c':
      return whole_number_at<std::int8_t>;
    case 'C':
      return whole_number_at<std::uint8_t>;
    case 's':
      return whole_number_at<std::int16_t>;
    case 'S':
      return whole_number_at<std::uint16_t>;
    case 'i':
      return whole_number_at<std::int32_t>;
    case 'I':
      return whole_number_at<std::uint32_t>;
    case 'l':
      return whole_number_at<std::int64_t>;
    case 'L':
      return whole_number_at<std::uint64_t>;
    default:
      return nullptr;
  }
}

using NumberAt = double (*)(const Piece&, std::int64_t);

/// Likewise for any number.
NumberAt reader_of(char format) {
  switch (format) {
    case 'c':
      return number_at<std::int8_t>;
    case 'C':
      return number_at<std::uint8_t>;
    case 's':
      return number_at<std::int16_t>;
    case 'S':
      return number_at<std::uint16_t>;
    case 'i':
      return number_at<std::int32_t>;
    case 'I':
      return number_at<std::uint32_t>;
    case 'l':
      return number_at<std::int64_t>;
    case 'L':
      return number_at<std::uint64_t>;
    case 'f':
      return number_at<float>;
    case 'g':
      return number_at<double>;
    default:
      return nullptr;
  }
}

template <class T>
nb::object view_of(const Piece& piece, const nb::capsule& owner) {
  return nb::cast(nb::ndarray<nb::numpy, const T, nb::ndim<1>>(
      piece.buffer<T>(1) + piece.first, {static_cast<std::size_t>(piece.rows)}, owner));
}

template <class T>
nb::object copied_numbers(const ArrowColumn& column, char format) {
  const NumberAt read = reader_of(format);
  std::vector<T> values;
  values.reserve(column.rows);
  for (const Piece& piece : column.pieces)
    for (std::int64_t i = 0; i < piece.rows; ++i)
      values.push_back(piece.is_null(i) ? std::numeric_limits<T>::quiet_NaN()
                                        : static_cast<T>(read(piece, i)));
  return owned_array(std::move(values));
}

nb::object numbers_of(const ArrowColumn& column, char format, const nb::capsule& owner) {
  if (column.pieces.size() == 1 && (format == 'f' || format == 'g') &&
      !column.pieces[0].has_nulls())
    return format == 'f' ? view_of<float>(column.pieces[0], owner)
                         : view_of<double>(column.pieces[0], owner);
  // Doubles where a float may not hold the number: the library says what it rounds.
  return std::string_view("ilLIg").find(format) != std::string_view::npos
             ? copied_numbers<double>(column, format)
             : copied_numbers<float>(column, format);
}

// ---- texts

template <class Offset>
std::string_view text_at(const Piece& piece, std::int64_t i) {
  const Offset* offsets = piece.buffer<Offset>(1) + piece.first + i;
  return {piece.buffer<char>(2) + offsets[0], static_cast<std::size_t>(offsets[1] - offsets[0])};
}

/// Arrow's string view: 16 bytes that hold a short text, or say where a long one lies.
std::string_view viewed_text_at(const Piece& piece, std::int64_t i) {
  constexpr std::int32_t kInline = 12;
  struct View {
    std::int32_t length;
    char prefix[4];
    std::int32_t buffer, offset;
  };
  const auto* view = piece.buffer<View>(1) + piece.first + i;
  const auto length = static_cast<std::size_t>(view->length);
  if (view->length <= kInline) return {reinterpret_cast<const char*>(view) + 4, length};
  return {piece.buffer<char>(2 + view->buffer) + view->offset, length};
}

std::string_view bool_text_at(const Piece& piece, std::int64_t i) {
  const std::int64_t at = piece.first + i;
  return (piece.buffer<std::uint8_t>(1)[at / 8] >> (at % 8) & 1) != 0 ? "True" : "False";
}

using TextAt = std::string_view (*)(const Piece&, std::int64_t);

TextAt text_reader_of(std::string_view format) {
  if (format == "u") return text_at<std::int32_t>;
  if (format == "U") return text_at<std::int64_t>;
  if (format == "vu") return viewed_text_at;
  if (format == "b") return bool_text_at;
  return nullptr;
}

/// Gives every different text a code.
class Levels {
 public:
  std::vector<std::string> texts;

  std::int32_t code_of(std::string_view text) {
    const auto [at, fresh] =
        codes_.try_emplace(std::string(text), static_cast<std::int32_t>(texts.size()));
    if (fresh) texts.emplace_back(text);
    return at->second;
  }

 private:
  std::unordered_map<std::string, std::int32_t> codes_;
};

/// Dictionaries may differ from batch to batch, so codes go by the texts.
void add_dictionary_codes(const ArrowColumn& column, const Piece& piece, Levels& levels,
                          std::vector<std::int32_t>& codes) {
  const WholeNumberAt index_at = whole_reader_of(column.schema->format[0]);
  const TextAt read = text_reader_of(column.schema->dictionary->format);
  if (index_at == nullptr || read == nullptr) refuse(column, "categories that are no texts");
  const ArrowArray* dictionary = piece.array->dictionary;
  const Piece entries{dictionary, dictionary->offset, dictionary->length};
  std::vector<std::int32_t> code_of_entry(static_cast<std::size_t>(entries.rows), -1);
  for (std::int64_t i = 0; i < piece.rows; ++i) {
    if (piece.is_null(i)) {
      codes.push_back(-1);
      continue;
    }
    const std::int64_t entry = index_at(piece, i);
    if (entry < 0 || entry >= entries.rows) refuse(column, "a code outside of its dictionary");
    auto& code = code_of_entry[static_cast<std::size_t>(entry)];
    if (code < 0 && !entries.is_null(entry)) code = levels.code_of(read(entries, entry));
    codes.push_back(code);
  }
}

nb::tuple category_of(const ArrowColumn& column) {
  Levels levels;
  std::vector<std::int32_t> codes;
  codes.reserve(column.rows);
  for (const Piece& piece : column.pieces) {
    if (column.schema->dictionary != nullptr) {
      add_dictionary_codes(column, piece, levels, codes);
      continue;
    }
    const TextAt read = text_reader_of(column.schema->format);
    const WholeNumberAt number = whole_reader_of(column.schema->format[0]);
    for (std::int64_t i = 0; i < piece.rows; ++i)
      codes.push_back(piece.is_null(i)  ? -1
                      : read != nullptr ? levels.code_of(read(piece, i))
                                        : levels.code_of(std::to_string(number(piece, i))));
  }
  return nb::make_tuple(column.name, owned_array(std::move(codes)), levels.texts);
}

bool has(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Whole numbers of which each is a name, not an amount.
bool is_named(const ArrowColumn& column, const Names& categories) {
  const std::string_view format = column.schema->format;
  return format.size() == 1 && whole_reader_of(format[0]) != nullptr &&
         has(categories, column.name);
}

nb::tuple column_tuple(const ArrowColumn& column, const Names& categories, const Names& unused,
                       const nb::capsule& owner) {
  const std::string_view format = column.schema->format;
  if (has(unused, column.name)) return nb::make_tuple(column.name, nb::none());
  if (is_named(column, categories) || column.schema->dictionary != nullptr ||
      text_reader_of(format) != nullptr)
    return category_of(column);
  if (format.size() == 1 && reader_of(format[0]) != nullptr)
    return nb::make_tuple(column.name, numbers_of(column, format[0], owner));
  if (format == "n")
    return nb::make_tuple(column.name, owned_array(std::vector<float>(
                                           column.rows, std::numeric_limits<float>::quiet_NaN())));
  refuse(column, format[0] == 't' ? "dates or times" : fmt::format("Arrow's type '{}'", format));
}

// ---- the stream

void check(ArrowArrayStream& stream, int status) {
  if (status == 0) return;
  const char* why = stream.get_last_error(&stream);
  throw nb::value_error(fmt::format("the Arrow stream ends with an error: {}",
                                    why != nullptr ? why : std::strerror(status))
                            .c_str());
}

Batches read_batches(ArrowArrayStream& stream) {
  Batches batches;
  for (;;) {
    auto batch = std::make_unique<Batch>();
    check(stream, stream.get_next(&stream, &batch->value));
    if (batch->value.release == nullptr) return batches;
    batches.push_back(std::move(batch));
  }
}

}  // namespace

nb::tuple arrow_columns(const nb::capsule& capsule, const Names& categories, const Names& unused) {
  auto* stream =
      static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw nb::python_error();
  Released<ArrowSchema> schema;
  check(*stream, stream->get_schema(stream, &schema.value));
  if (std::string_view(schema.value.format) != "+s")
    throw nb::value_error("the Arrow stream is no table but a single column");
  auto* batches = new Batches(read_batches(*stream));
  const nb::capsule owner(batches, [](void* p) noexcept { delete static_cast<Batches*>(p); });

  std::size_t rows = 0;
  for (const auto& batch : *batches) rows += static_cast<std::size_t>(batch->value.length);
  nb::list columns;
  for (std::int64_t c = 0; c < schema.value.n_children; ++c) {
    const ArrowSchema* child = schema.value.children[c];
    ArrowColumn column{child->name != nullptr ? child->name : "", child, {}, rows};
    for (const auto& batch : *batches) {
      const ArrowArray* array = batch->value.children[c];
      column.pieces.push_back({array, batch->value.offset + array->offset, batch->value.length});
    }
    columns.append(column_tuple(column, categories, unused, owner));
  }
  return nb::make_tuple(rows, columns);
}

}  // namespace drfs::python
