#include "data/read/stat/stat_file.hpp"

#include <fmt/format.h>
#include <readstat.h>

#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <memory>

#include "data/number_text.hpp"
#include "data/read/csv/byte_source.hpp"
#include "data/utf8.hpp"

namespace drfs {
namespace {

struct Program {
  const char* name;
  readstat_error_t (*parse)(readstat_parser_t*, const char* path, void* pass);
};

/// In the order of StatFormat.
constexpr Program kPrograms[] = {{"SPSS", readstat_parse_sav},
                                 {"SPSS (portable)", readstat_parse_por},
                                 {"Stata", readstat_parse_dta},
                                 {"SAS", readstat_parse_sas7bdat}};

const Program& program_of(StatFormat format) {
  return kPrograms[static_cast<std::size_t>(format)];
}

/// One way through a file. ReadStat is C, which no exception may cross: it is kept, and thrown
/// again when ReadStat has returned.
struct Pass {
  std::exception_ptr thrown = {};
  long declared_rows = -1;  ///< -1: the file does not say
  bool has_variables = false;
};

template <class Action>
int guarded(Pass& pass, Action&& action) noexcept {
  try {
    return action();
  } catch (...) {
    pass.thrown = std::current_exception();
    return READSTAT_HANDLER_ABORT;
  }
}

/// ReadStat hands back the address that `parse` gave it.
template <class Kind>
Kind& pass_of(void* context) {
  return static_cast<Kind&>(*static_cast<Pass*>(context));
}

int on_metadata(readstat_metadata_t* metadata, void* pass) {
  static_cast<Pass*>(pass)->declared_rows = readstat_get_row_count(metadata);
  return READSTAT_HANDLER_OK;
}

[[noreturn]] void throw_unreadable(const std::string& path, StatFormat format, const Pass& pass,
                                   readstat_error_t error) {
  const char* const name = program_of(format).name;
  const std::string reason = readstat_error_message(error);
  if (error == READSTAT_ERROR_MALLOC)
    throw Error(ErrorCode::resources, {path, "", "no memory to read it", ""});
  if (error == READSTAT_ERROR_UNSUPPORTED_FILE_FORMAT_VERSION ||
      error == READSTAT_ERROR_UNSUPPORTED_COMPRESSION)
    throw Error(
        ErrorCode::data,
        {path, "", fmt::format("is not a file of {}, or of a version that is not known", name),
         "Save it in another version of the format, or export it as .csv"});
  if (error == READSTAT_ERROR_UNSUPPORTED_CHARSET || error == READSTAT_ERROR_CONVERT ||
      error == READSTAT_ERROR_CONVERT_BAD_STRING)
    throw Error(ErrorCode::data, {path, "", "has texts that are not in the encoding it declares",
                                  "Save it as Unicode, or export it as .csv in UTF-8"});
  if (pass.has_variables)
    throw Error(ErrorCode::data, {path, "", fmt::format("is damaged or ends too early: {}", reason),
                                  "Fetch or save it again"});
  throw Error(ErrorCode::data,
              {path, "", fmt::format("is not a file of {}, or a damaged one: {}", name, reason),
               "Check what program wrote it, and give it that program's extension (.csv for a "
               "text table)"});
}

/// Sends a pass through the file; `set_handlers` says what it looks at.
template <class SetHandlers>
void parse(const std::string& path, StatFormat format, Pass& pass, SetHandlers&& set_handlers) {
  std::array<char, 1> first{};
  if (open_bytes(path, false)->read(first) == 0)
    throw Error(ErrorCode::data, {path, "", "is empty", "Give a table with rows"});
  const std::unique_ptr<readstat_parser_t, void (*)(readstat_parser_t*)> parser(
      readstat_parser_init(), readstat_parser_free);
  if (!parser) throw Error(ErrorCode::resources, {path, "", "no memory to read it", ""});
  readstat_set_metadata_handler(parser.get(), on_metadata);
  set_handlers(parser.get());
  const readstat_error_t error = program_of(format).parse(parser.get(), path.c_str(), &pass);
  if (pass.thrown) std::rethrow_exception(pass.thrown);
  if (error != READSTAT_OK) throw_unreadable(path, format, pass, error);
}

std::string_view without_end_blanks(const char* text) {
  const std::string_view whole = text == nullptr ? "" : text;
  return whole.substr(0, whole.find_last_not_of(' ') + 1);
}

/// Labels are cut at a number of bytes, which may fall into a character.
std::string label_text(const char* text) {
  constexpr int kMostCut = 3;
  std::string label(without_end_blanks(text));
  for (int cut = 0; cut < kMostCut && !is_utf8(label); ++cut) label.pop_back();
  return is_utf8(label) ? label : "";
}

struct HeaderPass : Pass {
  std::vector<StatVariable> variables;
  std::vector<std::string> set_of_variable;  ///< name of its set of value labels, or ""
  std::map<std::string, StatVariable> sets;  ///< only their labels
};

Measure measure_of(const readstat_variable_t* variable) {
  switch (readstat_variable_get_measure(variable)) {
    case READSTAT_MEASURE_NOMINAL:
      return Measure::nominal;
    case READSTAT_MEASURE_ORDINAL:
    case READSTAT_MEASURE_SCALE:
      return Measure::ordinal_or_scale;
    default:
      return Measure::unknown;
  }
}

int on_variable(int, readstat_variable_t* variable, const char* label_set, void* context) {
  auto& pass = pass_of<HeaderPass>(context);
  return guarded(pass, [&] {
    pass.has_variables = true;
    StatVariable& known = pass.variables.emplace_back();
    known.name = readstat_variable_get_name(variable);
    known.label = label_text(readstat_variable_get_label(variable));
    known.text = readstat_variable_get_type_class(variable) == READSTAT_TYPE_CLASS_STRING;
    known.measure = measure_of(variable);
    pass.set_of_variable.emplace_back(label_set == nullptr ? "" : label_set);
    return READSTAT_HANDLER_OK;
  });
}

int on_value_label(const char* label_set, readstat_value_t value, const char* text, void* context) {
  auto& pass = pass_of<HeaderPass>(context);
  return guarded(pass, [&] {
    std::string label = label_text(text);
    // The names of kinds of missing values (.a, .b, …) are of no use: they are all missing.
    if (label.empty() || readstat_value_is_system_missing(value) != 0 ||
        readstat_value_is_tagged_missing(value) != 0)
      return READSTAT_HANDLER_OK;
    StatVariable& set = pass.sets[label_set];
    if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
      set.code_labels.push_back(
          {std::string(without_end_blanks(readstat_string_value(value))), std::move(label)});
    } else {
      const double number = readstat_double_value(value);
      set.code_labels.push_back({code_text(number), label});
      set.value_labels.push_back({number, std::move(label)});
    }
    return READSTAT_HANDLER_OK;
  });
}

struct ValuesPass : Pass {
  const std::vector<bool>& keep;
  StatValues& values;
  const Context& context;
  std::size_t rows = 0;
};

int on_variable_again(int, readstat_variable_t* variable, const char*, void* context) {
  auto& pass = pass_of<ValuesPass>(context);
  pass.has_variables = true;
  return pass.keep[readstat_variable_get_index(variable)] ? READSTAT_HANDLER_OK
                                                          : READSTAT_HANDLER_SKIP_VARIABLE;
}

void begin_row(ValuesPass& pass) {
  constexpr std::size_t kRowsPerSign = 4096;
  if (pass.rows++ % kRowsPerSign != 0) return;
  pass.context.throw_if_stopped();
  pass.context.progress({"read", static_cast<double>(pass.rows),
                         static_cast<double>(std::max(0L, pass.declared_rows)), ""});
}

int on_value(int row, readstat_variable_t* variable, readstat_value_t value, void* context) {
  auto& pass = pass_of<ValuesPass>(context);
  return guarded(pass, [&] {
    if (static_cast<std::size_t>(row) >= pass.rows) begin_row(pass);
    const auto index = static_cast<std::size_t>(readstat_variable_get_index(variable));
    if (readstat_value_is_missing(value, variable) != 0)
      pass.values.missing(index);
    else if (readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING)
      pass.values.text(index, without_end_blanks(readstat_string_value(value)));
    else
      pass.values.number(index, readstat_double_value(value));
    return READSTAT_HANDLER_OK;
  });
}

}  // namespace

std::vector<StatVariable> read_stat_variables(const std::string& path, StatFormat format) {
  HeaderPass pass;
  parse(path, format, pass, [](readstat_parser_t* parser) {
    readstat_set_variable_handler(parser, on_variable);
    readstat_set_value_label_handler(parser, on_value_label);
  });
  for (std::size_t v = 0; v < pass.variables.size(); ++v) {
    const auto set = pass.sets.find(pass.set_of_variable[v]);
    if (set == pass.sets.end()) continue;
    pass.variables[v].code_labels = set->second.code_labels;
    pass.variables[v].value_labels = set->second.value_labels;
  }
  return std::move(pass.variables);
}

std::size_t read_stat_values(const std::string& path, StatFormat format,
                             const std::vector<bool>& keep, StatValues& values,
                             const Context& context) {
  ValuesPass pass{{}, keep, values, context};
  parse(path, format, pass, [](readstat_parser_t* parser) {
    readstat_set_variable_handler(parser, on_variable_again);
    readstat_set_value_handler(parser, on_value);
  });
  return pass.rows;
}

}  // namespace drfs
