// Small files of SPSS, Stata and SAS for the tests, by the writer of ReadStat.
#pragma once

#include <readstat.h>

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "data/scratch_file.hpp"

namespace drfs::testing {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct WrittenVariable {
  std::string name;
  std::vector<double> numbers;     ///< kNone: system missing
  std::vector<std::string> texts;  ///< instead of numbers
  std::string label = {};
  std::map<double, std::string> value_labels = {};
  readstat_measure_t measure = READSTAT_MEASURE_UNKNOWN;
  std::vector<std::pair<double, double>> missing = {};  ///< user-missing ranges
  std::map<std::size_t, char> tags = {};                ///< row to .a, .b, …
  readstat_type_t type = READSTAT_TYPE_DOUBLE;          ///< of numbers

  bool is_text() const { return !texts.empty(); }
  std::size_t rows() const { return is_text() ? texts.size() : numbers.size(); }
};

inline void require(readstat_error_t error) {
  if (error != READSTAT_OK) throw std::runtime_error(readstat_error_message(error));
}

inline void add_variable(readstat_writer_t* writer, const WrittenVariable& about) {
  readstat_label_set_t* set = nullptr;
  if (!about.value_labels.empty()) {
    // Stata knows labels of whole numbers only.
    const bool whole = about.type == READSTAT_TYPE_INT32;
    set = readstat_add_label_set(writer, about.type, ("labels_" + about.name).c_str());
    for (const auto& [value, label] : about.value_labels)
      whole ? readstat_label_int32_value(set, static_cast<int>(value), label.c_str())
            : readstat_label_double_value(set, value, label.c_str());
  }
  readstat_variable_t* variable = readstat_add_variable(
      writer, about.name.c_str(), about.is_text() ? READSTAT_TYPE_STRING : about.type,
      about.is_text() ? 24 : 0);
  readstat_variable_set_label(variable, about.label.c_str());
  readstat_variable_set_measure(variable, about.measure);
  if (set != nullptr) readstat_variable_set_label_set(variable, set);
  for (const auto& [low, high] : about.missing)
    require(low == high ? readstat_variable_add_missing_double_value(variable, low)
                        : readstat_variable_add_missing_double_range(variable, low, high));
}

inline void write_cell(readstat_writer_t* writer, const readstat_variable_t* variable,
                       const WrittenVariable& about, std::size_t row) {
  if (about.is_text())
    return require(readstat_insert_string_value(writer, variable, about.texts[row].c_str()));
  if (about.tags.contains(row))
    return require(readstat_insert_tagged_missing_value(writer, variable, about.tags.at(row)));
  const double value = about.numbers[row];
  if (std::isnan(value)) return require(readstat_insert_missing_value(writer, variable));
  require(about.type == READSTAT_TYPE_INT32
              ? readstat_insert_int32_value(writer, variable, static_cast<int>(value))
              : readstat_insert_double_value(writer, variable, value));
}

/// The bytes of a file with these variables; the extension says of what program.
inline std::string stat_bytes(const std::string& extension,
                              const std::vector<WrittenVariable>& variables) {
  using Begin = readstat_error_t (*)(readstat_writer_t*, void*, long);
  const std::map<std::string, Begin> begin = {{".sav", readstat_begin_writing_sav},
                                              {".zsav", readstat_begin_writing_sav},
                                              {".por", readstat_begin_writing_por},
                                              {".dta", readstat_begin_writing_dta},
                                              {".sas7bdat", readstat_begin_writing_sas7bdat}};
  std::string bytes;
  const std::unique_ptr<readstat_writer_t, void (*)(readstat_writer_t*)> writer(
      readstat_writer_init(), readstat_writer_free);
  readstat_set_data_writer(writer.get(), [](const void* data, std::size_t size, void* out) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(data), size);
    return static_cast<ssize_t>(size);
  });
  if (extension == ".zsav")
    require(readstat_writer_set_compression(writer.get(), READSTAT_COMPRESS_BINARY));
  for (const auto& about : variables) add_variable(writer.get(), about);
  const std::size_t rows = variables.front().rows();
  require(begin.at(extension)(writer.get(), &bytes, static_cast<long>(rows)));
  for (std::size_t row = 0; row < rows; ++row) {
    require(readstat_begin_row(writer.get()));
    for (std::size_t v = 0; v < variables.size(); ++v)
      write_cell(writer.get(), readstat_get_variable(writer.get(), static_cast<int>(v)),
                 variables[v], row);
    require(readstat_end_row(writer.get()));
  }
  require(readstat_end_writing(writer.get()));
  return bytes;
}

}  // namespace drfs::testing
