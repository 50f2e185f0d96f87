#include "data/read/side_file.hpp"

#include <algorithm>

namespace drfs {

Table read_side_file(const std::string& path, const std::vector<std::string>& texts,
                     const Context& context) {
  // Which columns there are is known after a first look.
  ColumnPlan plan;
  for (const auto& name : read_table(path, {}, {}, context).names())
    if (std::ranges::find(texts, name) != texts.end()) plan.categorical.push_back(name);
  return read_table(path, {}, plan, context);
}

std::string text_of(const Column& column, std::size_t row) {
  const std::int32_t code = column.codes[row];
  return code < 0 ? std::string() : column.levels[static_cast<std::size_t>(code)];
}

}  // namespace drfs
