#include "data/prepare/labels.hpp"

#include <map>

#include "data/read/side_file.hpp"

namespace drfs {
namespace {

const Column& column_of(const Table& table, std::string_view name) {
  for (const auto& column : table.columns)
    if (column.name == name) return column;
  throw Error(ErrorCode::data,
              {"option --labels", table.source, "has no column '" + std::string(name) + "'",
               "Begin the file with the line column,label"});
}

}  // namespace

void apply_labels(Dataset& dataset, const std::string& path, const Context& context) {
  if (path.empty()) return;
  const Table table = read_side_file(path, {"column", "label"}, context);
  const Column &columns = column_of(table, "column"), &labels = column_of(table, "label");
  std::map<std::string, std::string> label_of;
  for (std::size_t row = 0; row < table.rows; ++row)
    label_of[text_of(columns, row)] = text_of(labels, row);
  for (auto& feature : dataset.features)
    if (const auto found = label_of.find(feature.name); found != label_of.end())
      feature.label = found->second;
}

}  // namespace drfs
