#include "data/read/side_file.hpp"

namespace drfs {

Table read_side_file(const std::string& path, const std::vector<std::string>& texts,
                     const Context& context) {
  ColumnPlan plan;
  plan.categorical = texts;
  plan.of_a_part = true;  // not all of them have to be there
  return read_table(path, {}, plan, context);
}

std::string text_of(const Column& column, std::size_t row) {
  const std::int32_t code = column.codes[row];
  return code < 0 ? std::string() : column.levels[static_cast<std::size_t>(code)];
}

}  // namespace drfs
