// The fewest rules that cannot all be met: first a set of which none can be spared, by leaving out
// one rule after the other; then anything smaller, by trying.
#include <algorithm>

#include "select/rules/constraints.hpp"

namespace drfs {
namespace {

/// Trying all sets of rules below some size ends where there would be more of them than this.
constexpr std::size_t kMostTries = 100'000;

bool contradict(const std::vector<Rule>& rules, const Costs& costs) {
  return !Constraints(rules, costs).feasible();
}

/// The next choice of so many of n in lexicographic order; false after the last.
bool advance(std::vector<std::size_t>& chosen, std::size_t n) {
  for (std::size_t i = chosen.size(); i-- > 0;) {
    if (chosen[i] + chosen.size() - i >= n) continue;
    ++chosen[i];
    for (std::size_t j = i + 1; j < chosen.size(); ++j) chosen[j] = chosen[j - 1] + 1;
    return true;
  }
  return false;
}

}  // namespace

std::vector<Rule> contradiction(const Constraints& constraints) {
  const auto& all = constraints.rules();
  std::vector<Rule> fewest = all;
  for (std::size_t i = 0; i < fewest.size();) {
    auto rest = fewest;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (contradict(rest, constraints.costs()))
      fewest = std::move(rest);
    else
      ++i;
  }
  std::size_t tries = 0;
  for (std::size_t size = 1; size < fewest.size(); ++size) {
    std::vector<std::size_t> chosen(size);
    for (std::size_t i = 0; i < size; ++i) chosen[i] = i;
    do {
      std::vector<Rule> some;
      for (std::size_t i : chosen) some.push_back(all[i]);
      if (contradict(some, constraints.costs())) return some;
      if (++tries > kMostTries) return fewest;
    } while (advance(chosen, all.size()));
  }
  return fewest;
}

}  // namespace drfs
