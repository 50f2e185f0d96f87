#include "report/spending.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "report/figures.hpp"

namespace drfs {
namespace {

std::string cell(const std::string& text) {
  return "<td class=n>" + text + "</td>";
}

/// One row with a figure for each resource.
template <class Figure>
std::string row(const RunResult& result, std::size_t columns, const std::string& heading,
                Figure figure) {
  std::string html = fmt::format("<tr><th colspan={}>{}</th>", columns, escaped_html(heading));
  for (std::size_t r = 0; r < result.selection.spending.size(); ++r) html += cell(figure(r));
  return html + "</tr>\n";
}

/// What is spent besides what the features cost by themselves; the rounding of sums is nothing.
double spent_on_set_ups(const RunResult& result, std::size_t resource) {
  constexpr double kRounding = 1e-9;
  double rest = result.selection.spending[resource].spent;
  const double whole = rest;
  for (const auto& chosen : result.selection.selected)
    rest -= resource < chosen.cost.size() ? chosen.cost[resource] : 0;
  return std::abs(rest) > kRounding * whole ? rest : 0;
}

}  // namespace

bool has_costs(const RunResult& result) {
  return !result.selection.set_ups.empty() ||
         std::ranges::any_of(result.selection.spending,
                             [](const Spending& s) { return s.limit.has_value(); }) ||
         std::ranges::any_of(result.selection.selected, [](const ChosenFeature& chosen) {
           return std::ranges::any_of(chosen.cost, [](double cost) { return cost != 1; });
         });
}

std::string cost_headings(const RunResult& result) {
  std::string html;
  if (!has_costs(result)) return html;
  for (const auto& spending : result.selection.spending)
    html += fmt::format("<th class=n>{}</th>", escaped_html(spending.resource));
  return html;
}

std::string cost_cells(const RunResult& result, const ChosenFeature* chosen) {
  std::string html;
  if (!has_costs(result)) return html;
  for (std::size_t r = 0; r < result.selection.spending.size(); ++r)
    html += cell(chosen != nullptr && r < chosen->cost.size() ? fmt::format("{:g}", chosen->cost[r])
                                                              : "");
  return html;
}

std::string cost_sums(const RunResult& result, std::size_t columns) {
  std::string html;
  if (!has_costs(result)) return html;
  const auto& spending = result.selection.spending;
  if (!result.selection.set_ups.empty())
    html +=
        row(result, columns, fmt::format("set-up: {}", fmt::join(result.selection.set_ups, ", ")),
            [&](std::size_t r) { return fmt::format("{:g}", spent_on_set_ups(result, r)); });
  html += row(result, columns, "together",
              [&](std::size_t r) { return fmt::format("{:g}", spending[r].spent); });
  const auto limited = [](const Spending& s) { return s.limit.has_value(); };
  if (std::ranges::any_of(spending, limited))
    html += row(result, columns, "budget", [&](std::size_t r) {
      return limited(spending[r]) ? fmt::format("{:g}", *spending[r].limit) : "–";
    });
  return html;
}

}  // namespace drfs
