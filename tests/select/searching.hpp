// A search in which every feature is a candidate and nothing is known beforehand, shared by the
// tests that compare it with brute force.
#pragma once

#include <algorithm>
#include <numeric>

#include "methods/make_problem.hpp"
#include "methods/select_problem.hpp"
#include "select/search/search.hpp"

namespace drfs::testing {

/// `ranked` is how promising the features look, and where the search starts.
inline Candidates every_feature(const Dataset& data, Ranking ranked = {}) {
  Candidates out;
  out.pool.resize(data.features.size());
  std::iota(out.pool.begin(), out.pool.end(), std::size_t{0});
  out.ranked = ranked.empty() ? out.pool : ranked;
  out.rankings = {out.ranked};
  return out;
}

/// Trees that have learned nothing.
inline Evidence no_evidence(const Dataset& data) {
  Evidence out;
  Means& means = out.means;
  for (const auto& population : data.populations) {
    means.mu.emplace_back(population.selection_rows * std::max<std::size_t>(data.classes(), 1),
                          0.0F);
    means.importance.emplace_back(data.columns(), 1.0 / static_cast<double>(data.columns()));
    means.borrowed.push_back(0);
  }
  return out;
}

/// A search with all that it needs.
struct Searching {
  const Dataset& data;
  SelectOptions options;
  Recipe recipe;
  Context context;
  Evidence evidence;
  Problem problem;
  const Constraints& constraints;
  Search search;

  Searching(const Dataset& of, SelectOptions by, Ranking ranked = {}, Context in = {})
      : data(of),
        options(std::move(by)),
        recipe(recipe_of(options)),
        context(std::move(in)),
        evidence(no_evidence(data)),
        problem(make_problem(data, options, context)),
        constraints(problem.constraints),
        search(data, problem, evidence, every_feature(data, std::move(ranked)), recipe, context) {}

  double score(const FeatureSet& set) { return search.aim().score(search.risk(set)); }
};

inline FeatureSet sorted(FeatureSet set) {
  std::ranges::sort(set);
  return set;
}

/// All sets of so many of these features.
inline std::vector<FeatureSet> sets_of(std::size_t size, std::size_t features) {
  std::vector<FeatureSet> sets;
  for (unsigned bits = 0; bits < 1U << features; ++bits) {
    FeatureSet set;
    for (std::size_t f = 0; f < features; ++f)
      if ((bits >> f & 1U) != 0) set.push_back(f);
    if (set.size() == size) sets.push_back(set);
  }
  return sets;
}

}  // namespace drfs::testing
