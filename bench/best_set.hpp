// Sets of features by number, and the best of all of a size.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

namespace drfs::bench {

using Set = std::vector<int>;

inline bool has(const Set& set, int feature) {
  return std::ranges::find(set, feature) != set.end();
}

/// The least value of `worst` over every set of `budget` of the relevant features, or all of them
/// where there are no more.
inline double optimum(const std::function<double(const Set&)>& worst, const Set& relevant,
                      int budget) {
  if (static_cast<std::size_t>(budget) >= relevant.size()) return worst(relevant);
  std::vector<bool> chosen(relevant.size(), false);
  std::fill_n(chosen.begin(), budget, true);
  double best = worst(relevant) + 1;
  do {
    Set set;
    for (std::size_t i = 0; i < relevant.size(); ++i)
      if (chosen[i]) set.push_back(relevant[i]);
    best = std::min(best, worst(set));
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return best;
}

}  // namespace drfs::bench
