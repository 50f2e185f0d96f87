// Wrong names and values: the error lists the known names, suggests the nearest, gives the range.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>

#include "drfs/options.hpp"

namespace drfs {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view value, const std::vector<std::string>& known) {
  const std::string wanted = lower(value);
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, value.size() / 3) + 1;
  for (const auto& name : known) {
    const std::size_t distance = edit_distance(wanted, lower(name));
    if (distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

void throw_unknown_name(std::string_view thing, std::string_view value,
                        const std::vector<std::string>& known) {
  const std::string near = nearest_name(value, known);
  constexpr std::size_t kMostListed = 40;
  std::vector<std::string> listed(known.begin(),
                                  known.begin() + std::min(known.size(), kMostListed));
  if (known.size() > kMostListed) listed.push_back(fmt::format("… ({} in all)", known.size()));
  throw Error(
      ErrorCode::usage,
      {std::string(thing), std::string(value), "is not known",
       fmt::format("{}Known: {}", near.empty() ? "" : fmt::format("Did you mean '{}'? ", near),
                   fmt::join(listed, ", "))});
}

void require_option(bool right, std::string_view name, double value, std::string_view range) {
  if (right) return;
  throw Error(ErrorCode::usage, {fmt::format("option --{}", name), fmt::format("{}", value),
                                 "is out of range", fmt::format("Give {}", range)});
}

}  // namespace drfs
