// Files of SPSS, Stata and SAS as drfs sees them: what a file says of its variables, and its
// values row by row. stat_file.cpp is the border to ReadStat.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/levels.hpp"
#include "drfs/data.hpp"

namespace drfs {

enum class StatFormat { spss, spss_portable, stata, sas };

/// What the numbers of a variable are, as far as the file says it; only SPSS does.
enum class Measure { unknown, nominal, ordinal_or_scale };

struct StatVariable {
  std::string name;
  std::string label;
  bool text = false;
  Measure measure = Measure::unknown;
  std::vector<CodeLabel> code_labels;    ///< values as text
  std::vector<ValueLabel> value_labels;  ///< the same, of numbers
};

/// Takes the values, variable after variable and row after row.
class StatValues {
 public:
  virtual ~StatValues() = default;
  virtual void missing(std::size_t variable) = 0;
  virtual void number(std::size_t variable, double value) = 0;
  /// Without the blanks that fill it up to its width.
  virtual void text(std::size_t variable, std::string_view value) = 0;
};

/// Throws a data error where the file cannot be read, is none of this format, or is damaged.
std::vector<StatVariable> read_stat_variables(const std::string& path, StatFormat format);

/// Hands over the variables to keep, everything that the file declares missing as missing.
/// Returns the number of rows.
std::size_t read_stat_values(const std::string& path, StatFormat format,
                             const std::vector<bool>& keep, StatValues& values,
                             const Context& context);

}  // namespace drfs
