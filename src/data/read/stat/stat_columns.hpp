// The columns of a table while a file of SPSS, Stata or SAS is read, and the decision which numbers
// are names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/dictionary.hpp"
#include "data/read/column_plan.hpp"
#include "data/read/csv/csv_format.hpp"
#include "data/read/stat/stat_file.hpp"

namespace drfs {

/// Whether the numbers of a variable are names, as far as this is known before they are read.
bool numbers_are_names(const StatVariable& variable, bool planned_category, const ColumnPlan& plan);

/// A column while it is read.
struct StatSlot {
  const StatVariable* variable = nullptr;
  Column column;
  Dictionary levels;                        ///< of a category
  std::vector<double> missing_values = {};  ///< besides those that the file declares
  std::vector<std::string> missing_texts = {};
  std::size_t rounded_row = 0;  ///< the first whose whole number a float cannot hold; 0: none
  double rounded_value = 0;
};

class StatColumns final : public StatValues {
 public:
  StatColumns(const std::string& source, const std::vector<StatVariable>& variables,
              const PlannedColumns& planned, const ReadOptions& options, const ColumnPlan& plan);

  void missing(std::size_t variable) override;
  void number(std::size_t variable, double value) override;
  void text(std::size_t variable, std::string_view value) override;

  /// Moves the columns into the table.
  void finish(Table& table, const ColumnPlan& plan, const Context& context);

 private:
  StatSlot& slot_of(std::size_t variable) { return slots_[slot_of_variable_[variable]]; }
  void add_level(StatSlot& slot, std::string_view text);
  void declare_missing(StatSlot& slot, const ReadOptions& options) const;
  std::string place_of(const StatSlot& slot, std::size_t row) const;
  void warn_of_rounding(const StatSlot& slot, const Context& context) const;

  std::string source_;
  MissingMarkers markers_;
  std::vector<std::size_t> slot_of_variable_;
  std::vector<StatSlot> slots_;
};

}  // namespace drfs
