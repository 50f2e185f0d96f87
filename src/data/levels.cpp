#include "data/levels.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace drfs {
namespace {

/// Appends the code to every name that is not alone; true where there was one.
bool tell_apart(std::map<std::string, std::string>& name_of) {
  std::map<std::string, int> uses;
  for (const auto& [code, name] : name_of) ++uses[name];
  bool changed = false;
  for (auto& [code, name] : name_of) {
    if (uses.at(name) == 1) continue;
    name += " (" + code + ")";
    changed = true;
  }
  return changed;
}

}  // namespace

std::vector<std::string> name_levels(std::vector<std::string> codes,
                                     const std::vector<CodeLabel>& labels) {
  if (labels.empty()) return codes;
  std::map<std::string, std::string> name_of;
  for (const auto& [code, label] : labels) name_of.emplace(code, label);
  for (const auto& code : codes) name_of.emplace(code, code);
  while (tell_apart(name_of)) {
  }
  for (auto& code : codes) code = name_of.at(code);
  return codes;
}

void sort_levels(Column& column) {
  std::vector<std::int32_t> order(column.levels.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {},
                    [&](std::int32_t code) -> const std::string& { return column.levels[code]; });
  std::vector<std::int32_t> rank(order.size());
  std::vector<std::string> sorted;
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = static_cast<std::int32_t>(i);
    sorted.push_back(std::move(column.levels[order[i]]));
  }
  column.levels = std::move(sorted);
  for (auto& code : column.codes)
    if (code >= 0) code = rank[code];
}

}  // namespace drfs
