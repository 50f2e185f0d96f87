// Missing values: the median of a number, the most frequent level of a category, by the
// weight of the rows that choose features, so that the rows that score stay unseen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/parallel.hpp"
#include "core/weighted_sample.hpp"
#include "drfs/data.hpp"

namespace drfs {
namespace {

using Values = std::vector<float>;

std::optional<float> median(const std::vector<const Population*>& populations, std::size_t column) {
  std::vector<std::pair<float, float>> present;
  for (const auto* population : populations)
    for (std::size_t i = 0; i < population->selection_rows; ++i)
      if (const float value = population->x(i, column); !std::isnan(value))
        present.emplace_back(value, population->weight[i]);
  if (present.empty()) return std::nullopt;
  return WeightedSample(std::move(present)).median();
}

/// The weight of each level in the rows that choose.
void add_level_weights(const Population& population, const Feature& feature,
                       std::vector<double>& weights) {
  for (std::size_t level = 0; level < feature.levels.size(); ++level)
    for (std::size_t i = 0; i < population.selection_rows; ++i)
      if (population.x(i, feature.first_column + level) == 1.0F)
        weights[level] += population.weight[i];
}

/// The fill for each matrix column of the feature; nothing where no value is present.
/// Of equally frequent levels the first by name wins.
std::optional<Values> fill_from(const std::vector<const Population*>& populations,
                                const Feature& feature) {
  if (feature.levels.empty()) {
    const auto middle = median(populations, feature.first_column);
    return middle ? std::optional<Values>(Values{*middle}) : std::nullopt;
  }
  std::vector<double> weights(feature.levels.size(), 0.0);
  for (const auto* population : populations) add_level_weights(*population, feature, weights);
  const auto most = std::ranges::max_element(weights);
  if (*most == 0) return std::nullopt;
  Values fill(feature.levels.size(), 0.0F);
  fill[static_cast<std::size_t>(most - weights.begin())] = 1.0F;
  return fill;
}

bool has_missing(const Population& population, const Feature& feature) {
  return std::ranges::any_of(population.x.column(feature.first_column),
                             [](float x) { return std::isnan(x); });
}

void fill_missing(Population& population, const Feature& feature, const Values& fill) {
  for (std::size_t i = 0; i < fill.size(); ++i)
    for (float& x : population.x.column(feature.first_column + i))
      if (std::isnan(x)) x = fill[i];
}

/// Returns the warnings, for the caller to log in order.
std::vector<std::string> impute_feature(Dataset& dataset, const Feature& feature) {
  std::vector<const Population*> all;
  for (const auto& population : dataset.populations) all.push_back(&population);
  std::vector<std::optional<Values>> fills;
  for (const auto* population : all)
    fills.push_back(has_missing(*population, feature) ? fill_from({population}, feature)
                                                      : Values{});
  std::vector<std::string> warnings;
  std::optional<Values> pooled;
  for (std::size_t p = 0; p < fills.size(); ++p) {
    if (fills[p]) continue;
    // A feature seen in no choosing row is constant there, whatever it is filled with.
    if (!pooled) pooled = fill_from(all, feature);
    fills[p] = pooled.value_or(Values(std::max<std::size_t>(feature.levels.size(), 1), 0.0F));
    const char* const by = !pooled                  ? "0, because no population has one there"
                           : feature.levels.empty() ? "the median of the other populations"
                                                    : "the most frequent level of the other "
                                                      "populations";
    warnings.push_back(
        fmt::format("{}: feature '{}' has no value in the rows of population '{}' that choose "
                    "features; it is filled with {}",
                    dataset.source, feature.name, dataset.populations[p].name, by));
  }
  for (std::size_t p = 0; p < fills.size(); ++p)
    if (!fills[p]->empty()) fill_missing(dataset.populations[p], feature, *fills[p]);
  return warnings;
}

}  // namespace

void remember_missing(Dataset& dataset) {
  const auto is_missing = [](float x) { return std::isnan(x); };
  for (auto& population : dataset.populations) {
    population.was_missing.assign(population.x.columns(), {});
    bool any = false;
    for (std::size_t d = 0; d < population.x.columns(); ++d) {
      const auto column = population.x.column(d);
      if (std::ranges::none_of(column, is_missing)) continue;
      any = true;
      for (const float x : column) population.was_missing[d].push_back(is_missing(x));
    }
    if (!any) population.was_missing.clear();
  }
}

void impute(Dataset& dataset, const Context& context) {
  std::vector<std::vector<std::string>> warnings(dataset.features.size());
  parallel_for(dataset.features.size(), context, [&](std::size_t f, std::size_t) {
    warnings[f] = impute_feature(dataset, dataset.features[f]);
  });
  for (const auto& of_feature : warnings)
    for (const auto& warning : of_feature) context.log(Severity::warning, warning);
}

}  // namespace drfs
