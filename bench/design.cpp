#include "design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace drfs::bench {
namespace {

constexpr double kCorrelation = 0.9;

using Generator = std::mt19937_64;

double uniform(Generator& g, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(g);
}

int whole(Generator& g, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(g);
}

double sign(Generator& g) {
  return whole(g, 0, 1) == 1 ? 1.0 : -1.0;
}

/// `count` different numbers below `limit`.
Set some_of(Generator& g, int count, int limit) {
  Set all(static_cast<std::size_t>(limit));
  for (int i = 0; i < limit; ++i) all[static_cast<std::size_t>(i)] = i;
  std::ranges::shuffle(all, g);
  all.resize(static_cast<std::size_t>(count));
  return all;
}

double value(const Term& term, const std::vector<double>& x) {
  const double first = x[static_cast<std::size_t>(term.features[0])];
  switch (term.shape) {
    case Shape::linear:
      return term.coefficient * first;
    case Shape::sine:
      return term.coefficient * std::sin(2 * first);
    case Shape::product:
      return term.coefficient * first * x[static_cast<std::size_t>(term.features[1])];
  }
  return 0;
}

double variance(const Term& term) {
  const double square = term.coefficient * term.coefficient;
  return term.shape == Shape::sine ? square * (1 - std::exp(-8.0)) / 2 : square;
}

/// The share of a linear term that its copies in the set leave: they are independent noisy
/// measurements of it.
double left_by_copies(const Design& design, int feature, const Set& set) {
  constexpr double kSquare = kCorrelation * kCorrelation;
  const auto copies = static_cast<double>(std::ranges::count_if(
      design.copies, [&](const Copy& c) { return c.original == feature && has(set, c.column); }));
  return (1 - kSquare) / (1 - kSquare + copies * kSquare);
}

double left(const Design& design, const Term& term, const Set& set) {
  if (std::ranges::all_of(term.features, [&](int f) { return has(set, f); })) return 0;
  if (term.shape == Shape::linear)
    return variance(term) * left_by_copies(design, term.features[0], set);
  return variance(term);
}

}  // namespace

Table draw(const Design& design, std::uint64_t seed) {
  Generator generator(seed);
  std::normal_distribution<double> normal;
  Table table;
  table.source = "design";
  const auto features = static_cast<std::size_t>(design.features);
  table.columns.resize(features + 2);
  for (std::size_t d = 0; d < features; ++d) table.columns[d].name = fmt::format("x{}", d);
  Column& y = table.columns[features];
  Column& population = table.columns[features + 1];
  y.name = "y";
  population.name = "population";
  population.type = ColumnType::category;

  std::vector<double> x(features);
  for (std::size_t p = 0; p < design.populations.size(); ++p) {
    const PopulationDesign& here = design.populations[p];
    population.levels.push_back(fmt::format("P{:02}", p));
    for (int row = 0; row < here.rows; ++row, ++table.rows) {
      for (double& v : x) v = normal(generator);
      for (const Copy& c : design.copies)
        x[static_cast<std::size_t>(c.column)] =
            kCorrelation * x[static_cast<std::size_t>(c.original)] +
            std::sqrt(1 - kCorrelation * kCorrelation) * x[static_cast<std::size_t>(c.column)];
      double outcome = std::sqrt(here.noise_variance) * normal(generator);
      for (const Term& term : here.terms) outcome += value(term, x);
      for (std::size_t d = 0; d < features; ++d)
        table.columns[d].numbers.push_back(static_cast<float>(x[d]));
      y.numbers.push_back(static_cast<float>(outcome));
      population.codes.push_back(static_cast<std::int32_t>(p));
    }
  }
  return table;
}

double worst_share(const Design& design, const Set& set) {
  double worst = 0;
  for (const auto& population : design.populations) {
    double unexplained = population.noise_variance, all = population.noise_variance;
    for (const auto& term : population.terms) {
      unexplained += left(design, term, set);
      all += variance(term);
    }
    worst = std::max(worst, unexplained / all);
  }
  return worst;
}

Set signals(const Design& design) {
  Set out;
  for (const auto& population : design.populations)
    for (const auto& term : population.terms)
      for (int feature : term.features)
        if (!has(out, feature)) out.push_back(feature);
  std::ranges::sort(out);
  return out;
}

Design random_design(std::uint64_t seed) {
  constexpr int kSignals = 12;
  Generator g(seed);
  Design design{40, {}, {}};
  for (int p = whole(g, 3, 6); p > 0; --p) {
    PopulationDesign population;
    population.rows = static_cast<int>(300 * std::pow(20.0, uniform(g, 0, 1)));
    double signal = 0;
    // No feature twice in a population: terms that share one would not be independent.
    Set unused = some_of(g, kSignals, kSignals);
    const auto take = [&](std::size_t count) {
      const Set taken(unused.end() - static_cast<std::ptrdiff_t>(count), unused.end());
      unused.resize(unused.size() - count);
      return taken;
    };
    for (int t = whole(g, 3, 6); t > 0; --t) {
      const double kind = uniform(g, 0, 1);
      const Shape shape = kind < 0.6 ? Shape::linear : kind < 0.8 ? Shape::sine : Shape::product;
      population.terms.push_back(
          {shape, sign(g) * uniform(g, 0.5, 2), take(shape == Shape::product ? 2 : 1)});
      signal += variance(population.terms.back());
    }
    population.noise_variance = signal * uniform(g, 0.01, 0.4);
    design.populations.push_back(population);
  }
  return design;
}

Design wide_design(int signal_count, std::uint64_t seed) {
  Generator g(seed);
  Design design{500, {}, std::vector<PopulationDesign>(4)};
  for (int s = 0; s < signal_count; ++s) design.copies.push_back({signal_count + s, s});
  for (auto& population : design.populations) {
    population.rows = 2500;
    population.noise_variance = 0.5;
  }
  // Every signal matters to two populations.
  for (int s = 0; s < signal_count; ++s)
    for (int home : {s % 4, (s + whole(g, 1, 3)) % 4})
      design.populations[static_cast<std::size_t>(home)].terms.push_back(
          {Shape::linear, sign(g) * uniform(g, 0.7, 1.5), {s}});
  return design;
}

Design unequal_design(std::uint64_t seed) {
  constexpr int kPopulations = 12;
  constexpr int kSignals = 14;
  Generator g(seed);
  Design design{40, {}, {}};
  for (int p = 0; p < kPopulations; ++p) {
    PopulationDesign population;
    population.rows = static_cast<int>(std::lround(200 * std::pow(40.0, p / (kPopulations - 1.0))));
    double signal = 0;
    for (int feature : some_of(g, 4, kSignals)) {
      population.terms.push_back({Shape::linear, sign(g) * uniform(g, 0.5, 2), {feature}});
      signal += variance(population.terms.back());
    }
    population.noise_variance = 0.1 * signal;
    design.populations.push_back(population);
  }
  std::ranges::shuffle(design.populations, g);
  return design;
}

Design noise_design() {
  return {20, {}, std::vector<PopulationDesign>(4, {500, {}, 1.0})};
}

}  // namespace drfs::bench
